import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#core/contracts/error-codes.ts';
import { ApiError } from '../../../api/client.ts';
import { errorText } from '../../../components/error-text.ts';
import { feelRefusal, feelSuccess } from '../../../telegram/native.ts';
import { useAsked } from '../shared/use-asked.ts';
import type { BannerTone } from '../shared/use-banner.ts';

interface DeedOptions<Asked> {
  readonly act: (asked: Asked) => Promise<void>;
  /** The letter that the deed takes out of the list. */
  readonly letterOf: (asked: Asked) => number;
  /** The refusal that says that somebody else was quicker. */
  readonly goneCode: ErrorCode;
  readonly doneText: (asked: Asked) => string;
  readonly failedText: (asked: Asked) => string;
  readonly show: (text: string, tone?: BannerTone) => void;
  /** The letters shown, in their order, and what finds them on the page. */
  readonly letters: readonly { readonly id: number }[];
  readonly elementIdOf: (letterId: number) => string;
  /** Finds what has the focus when no letter is left. */
  readonly whenEmpty: string;
}

/** A deed with a letter: asked for, confirmed, done once, told. The focus then goes on to the letter beside it. */
export function useLetterDeed<Asked>(options: DeedOptions<Asked>) {
  const { act, letterOf, goneCode, doneText, failedText, show, letters, elementIdOf, whenEmpty } = options;
  const { t } = useTranslation(['fault', 'errors']);
  const [landing, setLanding] = useState<{ readonly selector: string } | null>(null);
  // Once the dialog is gone: while it is open, nothing behind it can have the focus.
  useEffect(() => {
    if (landing) document.querySelector<HTMLElement>(landing.selector)?.focus();
  }, [landing]);

  /** @returns whether the letter is gone from the list */
  async function tell(deed: Asked): Promise<boolean> {
    try {
      await act(deed);
      feelSuccess();
      show(doneText(deed));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === goneCode) {
        show(errorText(error, t));
        return true;
      }
      feelRefusal();
      show(`${failedText(deed)} ${errorText(error, t)}`, 'failure');
      return false;
    }
  }

  return useAsked<Asked>(async (deed) => {
    const id = letterOf(deed);
    const neighbour = neighbourOf(letters, id);
    const isGone = await tell(deed);
    const next = isGone ? neighbour : id;
    setLanding({ selector: next === null ? whenEmpty : `#${elementIdOf(next)}` });
  });
}

/** The letter after this one, else the one before it. */
function neighbourOf(letters: DeedOptions<never>['letters'], id: number): number | null {
  const index = letters.findIndex((letter) => letter.id === id);
  return (letters[index + 1] ?? letters[index - 1])?.id ?? null;
}
