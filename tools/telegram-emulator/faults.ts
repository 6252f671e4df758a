import type { Fault } from './types.ts';

/** Faults waiting for the calls they are meant for; the first that fits is used up first. */
export class FaultList {
  #faults: Array<Fault & { count: number }> = [];

  add(fault: Fault): void {
    this.#faults.push({ ...fault, count: fault.count ?? 1 });
  }

  take(method: string, chatId: number | undefined): Fault | undefined {
    const fault = this.#faults.find(
      (each) =>
        (each.method === '*' || each.method.toLowerCase() === method.toLowerCase()) &&
        (each.chatId === undefined || each.chatId === chatId),
    );
    if (!fault) return undefined;
    fault.count -= 1;
    if (fault.count <= 0) this.#faults = this.#faults.filter((each) => each !== fault);
    return fault;
  }

  clear(): void {
    this.#faults = [];
  }
}
