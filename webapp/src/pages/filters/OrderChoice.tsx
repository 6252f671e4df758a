import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { FILTER_ORDERS, type FilterOrder, filterOrderAtom } from '../../state/filter-order.ts';
import { useAtom } from '../../store.ts';
import { feelChoice } from '../../telegram/native.ts';

/** How the list is sorted. The device's own list of choices opens over the words, which are only as wide as they need. */
export function OrderChoice() {
  const { t } = useTranslation('filters');
  const [order, setOrder] = useAtom(filterOrderAtom);
  const choose = (value: string) => {
    feelChoice();
    setOrder(value as FilterOrder);
  };
  return (
    <div className="order">
      <Icon name="sort" />
      <span aria-hidden="true">{t(`order.${order}`)}</span>
      <select
        className="order__select"
        aria-label={t('order.label')}
        value={order}
        onChange={(event) => choose(event.target.value)}
      >
        {FILTER_ORDERS.map((key) => (
          <option key={key} value={key}>
            {t(`order.${key}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
