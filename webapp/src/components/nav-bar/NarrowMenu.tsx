import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon.tsx';
import { useDismiss } from '../menu/use-dismiss.ts';
import { Segments } from '../Segments.tsx';
import { useThemeChoice } from '../use-theme-choice.ts';
import { NavLinks } from './NavLinks.tsx';
import { useSignOut } from './use-sign-out.ts';
import { LanguageCodes } from './VisitorChoices.tsx';

/** The button of the narrow bar and what unfolds below it: links, language, theme and the way out. */
export function NarrowMenu({ isMember }: { readonly isMember: boolean }) {
  const { t } = useTranslation('webapp');
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismiss(isOpen, root, () => setIsOpen(false));
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the keys of what it holds.
    <div className="narrow-menu" ref={root} onKeyDown={closeOnEscape}>
      <button
        className="nav-bar__icon"
        ref={button}
        type="button"
        aria-label={t('nav.menu')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'cross' : 'menu'} />
      </button>
      <div className="narrow-menu__panel" id={id} data-open={isOpen}>
        <div className="narrow-menu__fold">
          <nav aria-label={t('nav.label')}>
            <NavLinks isMember={isMember} />
          </nav>
          <Choices />
          {isMember && <SignOutButton />}
        </div>
      </div>
    </div>
  );
}

function Choices() {
  const theme = useThemeChoice();
  return (
    <div className="narrow-menu__choices">
      <LanguageCodes />
      <Segments label={theme.label} options={theme.options} chosen={theme.chosen} onChoose={theme.choose} />
    </div>
  );
}

function SignOutButton() {
  const { t } = useTranslation('webapp');
  const { signOut, isBusy } = useSignOut();
  return (
    // Not really disabled: that would take the focus, which a dialog about a failure gives back.
    <button className="narrow-menu__sign-out" type="button" aria-disabled={isBusy} onClick={() => void signOut()}>
      <Icon name="exit" />
      {t('nav.signOut')}
    </button>
  );
}
