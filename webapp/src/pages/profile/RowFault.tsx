/** Below a row: what did not work. Always on the page, so that it is read aloud when it comes. */
export function RowFault({ text }: { readonly text: string | null }) {
  return (
    <div className="row-fault" role="alert">
      {text !== null && <p className="fault-text">{text}</p>}
    </div>
  );
}
