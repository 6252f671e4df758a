import { Fragment } from 'react';

/** Facts beside one another. A line breaks between them only: each is a box, and the blank between them is the way out. */
export function FactLine({ facts }: { readonly facts: readonly string[] }) {
  return facts.map((fact, place) => (
    <Fragment key={fact}>
      <span>{place < facts.length - 1 ? `${fact} ·` : fact}</span>{' '}
    </Fragment>
  ));
}
