import type { EmulatorEvent } from './types.ts';

type Listener = (event: EmulatorEvent | { type: 'call-changed' }) => void;

/** Tells waiting tests and open chat pages what happened, the moment it happens. */
export class EventHub {
  readonly #listeners = new Set<Listener>();

  emit(event: Parameters<Listener>[0]): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** Gives the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves as soon as `find` gives something; it is asked now and after every event. */
  waitFor<T>(find: () => T | undefined, timeoutMs: number, describe: () => string): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        const found = find();
        if (found === undefined) return false;
        clearTimeout(timer);
        unsubscribe();
        resolve(found);
        return true;
      };
      const unsubscribe = this.subscribe(attempt);
      const timer = setTimeout(() => {
        unsubscribe();
        reject(new Error(`Waited ${timeoutMs} ms in vain for ${describe()}`));
      }, timeoutMs);
      attempt();
    });
  }
}
