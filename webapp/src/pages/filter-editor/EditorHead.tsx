import { Switch } from '@telegram-apps/telegram-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableName } from './EditableName.tsx';

interface EditorHeadProps {
  readonly name: string;
  readonly fallbackName: string;
  readonly nameFault: string | null;
  readonly active: 0 | 1;
  readonly onName: (name: string) => void;
  readonly onSwitch: () => void;
}

/** Name and switch of the filter; both are part of what is saved. */
export function EditorHead({ name, fallbackName, nameFault, active, onName, onSwitch }: EditorHeadProps) {
  const { t } = useTranslation('editor');
  const id = useId();
  return (
    <div className="card editor-head">
      <div className="editor-head__text" data-faulty={nameFault !== null}>
        <EditableName name={name} fallback={fallbackName} fault={nameFault} onChange={onName} />
        <p className="editor-head__state" id={id}>
          {t(active === 1 ? 'on' : 'off')}
        </p>
      </div>
      <Switch
        className="editor-head__switch"
        role="switch"
        checked={active === 1}
        onChange={onSwitch}
        aria-label={t('switch')}
        aria-describedby={id}
      />
    </div>
  );
}
