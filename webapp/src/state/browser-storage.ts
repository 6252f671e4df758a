/** What the browser keeps between visits. */
export type StoredKey = 'user' | 'language' | 'theme' | 'filterOrder' | 'begunChange' | `filterDraft.${string}`;

/** A frame may be denied its storage; nothing in it is worth more than a comfort. */
export function readStored(key: StoredKey): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps the value, or forgets it when it is null. */
export function writeStored(key: StoredKey, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`The browser does not keep "${key}".`, error);
  }
}

/** Forgets everything whose key begins so. */
export function forgetStored(beginning: `filterDraft.${number}.`): void {
  try {
    const { localStorage } = window;
    for (const key of Object.keys(localStorage)) if (key.startsWith(beginning)) localStorage.removeItem(key);
  } catch (error) {
    console.warn(`The browser does not give "${beginning}" away.`, error);
  }
}
