import type { ReactNode } from 'react';

interface FieldSlotProps {
  /** What is wrong with the field, where it does not say so itself. */
  readonly fault: string | null;
  /** The field words its fault itself. */
  readonly isOutspoken?: boolean;
  readonly children: ReactNode;
}

/** The place of one field in a card; the page is scrolled to the first faulty one. */
export function FieldSlot({ fault, isOutspoken = false, children }: FieldSlotProps) {
  return (
    <div className="field-slot" data-faulty={fault !== null}>
      {children}
      {fault !== null && !isOutspoken && (
        <p className="field-slot__fault fault-text" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
