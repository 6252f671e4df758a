import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const NO_LINK = { token: null, refusal: null };

/** A link from the chat: it is to be asked about, or did not lead in and says why. */
interface ArrivedLink {
  readonly token: string | null;
  readonly refusal: string | null;
}

/**
 * The link from the chat by which the page was opened. Its token leaves the address at once, so that neither the history
 * nor a copied address carries it.
 */
export function useArrivedLink() {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<ArrivedLink>(NO_LINK);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  // Another link may be opened in the same tab.
  if (token !== null && token !== link.token) setLink({ token, refusal: null });
  useEffect(() => {
    if (token !== null) void navigate({ pathname, search }, { replace: true, state });
  }, [token]);
  return {
    ...link,
    refuse: (refusal: string) => setLink({ token: null, refusal }),
    forget: () => setLink(NO_LINK),
  };
}
