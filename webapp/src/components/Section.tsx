import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title?: string;
  /** At the end of the title: a count, or a link. */
  readonly aside?: ReactNode;
  /** Small print below the card. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A card of rows under its heading. */
export function Section({ title, aside, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" {...(title === undefined ? {} : { 'aria-labelledby': id })}>
      {title !== undefined && (
        <div className="section-header">
          <h2 className="section-header__title" id={id}>
            {title}
          </h2>
          {aside !== undefined && <span className="section-header__aside">{aside}</span>}
        </div>
      )}
      <div className="card">{children}</div>
      {note !== undefined && <p className="section-note">{note}</p>}
    </section>
  );
}
