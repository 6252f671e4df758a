import { Emphasised } from './Emphasised.tsx';

/** One part below the other where a line may be too short for them, so that no number moves when another one grows. */
export function CountWords({ parts }: { readonly parts: readonly string[] }) {
  return (
    <p className="count-words" aria-hidden="true">
      {parts.map((part, place) => (
        <span className="count-words__part" key={place}>
          <Emphasised text={part} />
        </span>
      ))}
    </p>
  );
}
