import { Fragment } from 'react';

/** A text whose parts between asterisks are emphasised. */
export function Emphasised({ text }: { readonly text: string }) {
  return text
    .split('*')
    .map((part, place) => (place % 2 === 1 ? <b key={place}>{part}</b> : <Fragment key={place}>{part}</Fragment>));
}
