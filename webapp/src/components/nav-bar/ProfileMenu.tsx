import '../../styles/profile-menu.css';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import { useDismiss } from '../menu/use-dismiss.ts';
import { useLanguageChoice } from '../use-language-choice.ts';
import { useThemeChoice } from '../use-theme-choice.ts';
import { ChoiceSubmenu } from './ChoiceSubmenu.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The menu of who is signed in, behind their name: theme, language and the way out. */
export function ProfileMenu({ name }: { readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismiss(isOpen, root, () => setIsOpen(false));
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <div className="profile-menu" ref={root}>
      <button
        className="profile-menu__button"
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={openByKey}
      >
        <span className="profile-menu__initial" aria-hidden="true">
          {[...name][0]}
        </span>
        <span className="profile-menu__name">{name}</span>
        <Icon name="down" />
      </button>
      <Entries id={id} isOpen={isOpen} close={close} />
    </div>
  );
}

interface EntriesProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Each choice closes the menu first, so that a dialog about its failure gives the focus back to the button. */
function Entries({ id, isOpen, close }: EntriesProps) {
  const { t } = useTranslation('webapp');
  const theme = useThemeChoice();
  const language = useLanguageChoice();
  const { signOut, isBusy } = useSignOut();
  if (!isOpen) return null;
  return (
    <Menu id={id} label={t('nav.account')} onClose={close}>
      <ChoiceSubmenu
        {...theme}
        onChoose={(value) => {
          close();
          theme.choose(value);
        }}
      />
      <ChoiceSubmenu
        {...language}
        options={language.codes}
        onChoose={(locale) => {
          close();
          void language.choose(locale);
        }}
      />
      <button
        className="menu__item"
        type="button"
        role="menuitem"
        tabIndex={-1}
        disabled={isBusy}
        onClick={() => {
          close();
          void signOut();
        }}
      >
        <Icon name="exit" />
        {t('nav.signOut')}
      </button>
    </Menu>
  );
}
