import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/**
 * What stands in the search box. It is searched for once the person pauses, or at once by `searchNow`.
 * @param searched what is searched for now; when it changes otherwise, by the way back for one, the box follows
 */
export function useSearchText(searched: string, search: (text: string) => void) {
  const [text, setText] = useState(searched);
  const sent = useRef(searched);
  const latest = useRef(search);
  latest.current = search;
  const send = (wanted: string) => {
    if (wanted === sent.current) return;
    sent.current = wanted;
    latest.current(wanted);
  };
  useEffect(() => {
    if (searched === sent.current) return;
    sent.current = searched;
    setText(searched);
  }, [searched]);
  useEffect(() => {
    const timer = setTimeout(send, PAUSE_MS, text.trim());
    return () => clearTimeout(timer);
  }, [text]);
  return {
    text,
    setText,
    searchNow: (wanted: string) => {
      setText(wanted);
      send(wanted.trim());
    },
  };
}
