import { useAge } from '../../../components/use-age.ts';
import { exactText } from '../shared/riga-time.ts';

interface MomentProps {
  readonly at: string;
  /** Only how long ago it was; the exact time then shows under the mouse. */
  readonly isShort?: boolean;
}

/** When something was written: how long ago, and the exact time. */
export function Moment({ at, isShort = false }: MomentProps) {
  const ageOf = useAge();
  const exact = exactText(at);
  const age = ageOf(at);
  return (
    <time className="moment" dateTime={at} title={exact}>
      {isShort || !exact.startsWith(age) ? age : exact}
      {!isShort && !exact.startsWith(age) && <span className="moment__exact">{exact}</span>}
    </time>
  );
}
