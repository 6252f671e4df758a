/** The mini app's cloud storage, per user: the custom methods of the web app protocol. */
export class CloudStorage {
  readonly #values = new Map<number, Map<string, string>>();

  invoke(userId: number, method: string, params: Record<string, unknown>): unknown {
    const values = this.#of(userId);
    const keys = [params.keys ?? []].flat().map(String);
    switch (method) {
      case 'saveStorageValue':
        values.set(String(params.key), String(params.value));
        return true;
      case 'getStorageValues':
        return Object.fromEntries(keys.map((key) => [key, values.get(key) ?? '']));
      case 'deleteStorageValues':
        for (const key of keys) values.delete(key);
        return true;
      case 'getStorageKeys':
        return [...values.keys()];
      default:
        throw new Error('METHOD_INVALID');
    }
  }

  clear(): void {
    this.#values.clear();
  }

  #of(userId: number): Map<string, string> {
    const known = this.#values.get(userId) ?? new Map<string, string>();
    this.#values.set(userId, known);
    return known;
  }
}
