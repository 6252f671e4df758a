import '../styles/meter.css';

interface MeterProps {
  readonly value: number;
  readonly limit: number;
}

/** More parts than this would be too narrow to be counted. */
const MAX_PARTS = 10;

/** How much of a limit is used. Says nothing to a screen reader: the figures stand beside it. */
export function Meter({ value, limit }: MeterProps) {
  if (limit > MAX_PARTS) {
    return (
      <div className="meter" aria-hidden="true">
        <span className="meter__part meter__part--bar">
          <span className="meter__used" style={{ width: `${Math.min(1, value / limit) * 100}%` }} />
        </span>
      </div>
    );
  }
  return (
    <div className="meter" aria-hidden="true">
      {Array.from({ length: limit }, (_, part) => (
        <span className="meter__part" key={part} data-used={part < value} />
      ))}
    </div>
  );
}
