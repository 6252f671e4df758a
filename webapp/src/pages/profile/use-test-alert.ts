import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendTestAlert } from '../../api/endpoints.ts';
import { errorText } from '../../components/error-text.ts';
import { settingsAtom } from '../../state/settings.ts';
import { useAtomValue } from '../../store.ts';
import { feelRefusal, feelSuccess } from '../../telegram/native.ts';

/** After how long to look again; 30 s in all. */
const LOOKS_MS = [1000, 1500, 2500, 4000, 6000, 7000, 8000];

type TestAlertState = 'idle' | 'sending' | 'arrived' | 'failed' | 'late';

/** Sends a test alert and watches what becomes of it, as long as the page is open and somebody may still wait. */
export function useTestAlert() {
  const { t } = useTranslation(['fault', 'errors']);
  const { refetch } = useAtomValue(settingsAtom);
  const [state, setState] = useState<TestAlertState>('idle');
  const [fault, setFault] = useState<string | null>(null);
  const page = usePageLife();

  async function send() {
    if (state === 'sending') return;
    setState('sending');
    setFault(null);
    try {
      await sendTestAlert();
      const outcome = await watch();
      if (outcome === 'arrived') feelSuccess();
      setState(outcome);
    } catch (error) {
      feelRefusal();
      setState('idle');
      setFault(errorText(error, t));
    }
  }

  async function watch(): Promise<TestAlertState> {
    for (const delay of LOOKS_MS) {
      await pause(delay, page.current.signal);
      if (page.current.signal.aborted) return 'idle';
      const test = (await refetch()).data?.testAlert?.state;
      if (test === 'sent') return 'arrived';
      if (test === 'failed') return 'failed';
    }
    return 'late';
  }

  return { state, fault, send };
}

/** A signal that ends with the page. */
function usePageLife() {
  const life = useRef(new AbortController());
  useEffect(() => {
    life.current = new AbortController();
    return () => life.current.abort();
  }, []);
  return life;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
