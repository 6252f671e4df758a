/**
 * The SDK remembers its launch in the session storage and takes itself for lost without it. Browsers that block
 * third-party data deny the storage to the frame of Telegram Web; there the page's own memory stands in.
 */
export function ensureSessionStorage(): void {
  try {
    window.sessionStorage.getItem('');
  } catch {
    Object.defineProperty(window, 'sessionStorage', { value: memoryStorage() });
  }
}

/** Whether what the SDK remembers is still there when the page is loaded anew. */
export function isSessionStorageKept(): boolean {
  return window.sessionStorage instanceof Storage;
}

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}
