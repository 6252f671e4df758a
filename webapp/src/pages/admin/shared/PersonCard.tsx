import '../../../styles/admin-shared.css';
import type { ReactNode } from 'react';
import { PersonInitial } from './PersonInitial.tsx';

interface PersonCardProps {
  /** Empty where the person has none, or no account any more. */
  readonly firstName: string;
  /** What the person is called all the same. */
  readonly name: string;
  /** Below the name, in small. */
  readonly note: ReactNode;
  /** Beside the name where there is room. */
  readonly children?: ReactNode;
}

/** In a dialog: whom the deed is about. */
export function PersonCard({ firstName, name, note, children }: PersonCardProps) {
  return (
    <div className="person-card">
      <PersonInitial name={firstName} />
      <div className="person-card__who">
        <p className="person-card__name" dir="auto">
          {name}
        </p>
        <p className="person-card__note">{note}</p>
      </div>
      {children}
    </div>
  );
}
