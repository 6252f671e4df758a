import { type ComponentType, useEffect, useState } from 'react';
import { PageSkeleton } from '../components/PageSkeleton.tsx';
import { loadTextsOf, type Part, wantTexts } from '../i18n.ts';
import { loadChunk } from './load-chunk.ts';

/** A page whose code comes when it is first opened. */
export interface LazyPage {
  readonly Page: ComponentType;
  /** Begins to load what the page needs. Resolves also when that fails: the page itself tells it. */
  readonly preload: () => Promise<void>;
}

interface Options {
  /** The last part of the texts that the page needs. */
  readonly texts?: Part;
}

type Outcome = { readonly Loaded: ComponentType } | { readonly error: unknown };

/**
 * React's own `lazy` shows its fallback for half a second at least, also where the page is there already; this one shows
 * the outline only while something is really missing.
 */
export function lazyPage<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  { texts = 'pages' }: Options = {},
): LazyPage {
  let outcome: Outcome | null = null;
  let loading: Promise<Outcome> | null = null;
  const begin = () => {
    loading ??= Promise.all([loadChunk(name, load), loadTextsOf(texts)]).then(
      ([{ [name]: Loaded }]) => (outcome = { Loaded }),
      (error: unknown) => {
        // Another visit is another try.
        loading = null;
        return { error };
      },
    );
    return loading;
  };

  function Page() {
    const [shown, show] = useState(outcome);
    useEffect(() => {
      if (shown === null) void begin().then(show);
    }, [shown]);
    if (shown === null) return <PageSkeleton />;
    if ('error' in shown) throw shown.error;
    return <shown.Loaded />;
  }

  const preload = async () => {
    wantTexts(texts);
    await begin();
  };
  return { Page, preload };
}
