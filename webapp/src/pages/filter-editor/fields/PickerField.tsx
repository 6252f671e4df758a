import { type ReactNode, useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';

interface PickerFieldProps {
  readonly label: string;
  readonly value: string;
  /** Nothing is asked: the value is said as a hint. */
  readonly isUnset: boolean;
  /** The sheet that the row opens. */
  readonly renderSheet: (close: () => void) => ReactNode;
}

/**
 * A row with its value, which opens a sheet to choose another. The kit's cell would keep both on one line and cut them
 * on a narrow phone; here the value goes below.
 */
export function PickerField({ label, value, isUnset, renderSheet }: PickerFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="field field--picker">
      <button className="picker" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="picker__text">
          <span className="picker__label">{label}</span>
          <span className="picker__value" data-unset={isUnset}>
            {value}
          </span>
        </span>
        <Icon name="chevron" />
      </button>
      {isOpen && renderSheet(() => setOpen(false))}
    </div>
  );
}
