import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';

interface Rule {
  readonly text: string;
  readonly isKept: boolean;
}

/** What a field asks for; each line turns green, and gets its check mark, once it is given. */
export function RuleList({ rules }: { readonly rules: readonly Rule[] }) {
  const { t } = useTranslation('register');
  return (
    <ul className="rules">
      {rules.map(({ text, isKept }) => (
        <li className="rules__rule" key={text} data-kept={isKept}>
          {isKept ? <Icon name="check" /> : <span className="rules__dot" />}
          <span>
            {text}
            {isKept && <span className="visually-hidden">{t('ruleKept')}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
