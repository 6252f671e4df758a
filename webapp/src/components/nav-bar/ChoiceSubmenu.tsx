import { useId, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import type { Segment } from '../Segments.tsx';

interface ChoiceSubmenuProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Segment<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

const OPENING_KEYS = ['ArrowLeft', 'ArrowRight'];

/** An item of a menu that opens the choice of one among a few beside it. */
export function ChoiceSubmenu<Value extends string>({ label, options, chosen, onChoose }: ChoiceSubmenuProps<Value>) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <div
      className="submenu"
      ref={root}
      role="none"
      onBlur={({ relatedTarget }) => !root.current?.contains(relatedTarget) && setIsOpen(false)}
    >
      <button
        className="menu__item"
        ref={opener}
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={({ key }) => OPENING_KEYS.includes(key) && setIsOpen(true)}
      >
        <Icon name="back" />
        {label}
        <span className="menu__value">{options.find(({ value }) => value === chosen)?.text}</span>
      </button>
      {isOpen && (
        <Menu id={id} label={label} className="menu--beside" closingKeys={OPENING_KEYS} onClose={close}>
          {options.map(({ value, text, name, lang }) => (
            <button
              className="menu__item"
              type="button"
              role="menuitemradio"
              tabIndex={-1}
              key={value}
              lang={lang}
              aria-checked={value === chosen}
              onClick={() => (value === chosen ? close() : onChoose(value))}
            >
              {text}
              {name !== undefined && <span className="visually-hidden"> {name}</span>}
              {value === chosen && <Icon name="check" />}
            </button>
          ))}
        </Menu>
      )}
    </div>
  );
}
