import { FaultDraw } from './fault-mix.ts';
import type { Fault, FaultMix } from './types.ts';

/** Faults waiting for the calls they are meant for; the first that fits is used up first. */
export class FaultList {
  #faults: Array<Fault & { count: number }> = [];
  #draw: FaultDraw | null = null;

  add(fault: Fault): void {
    this.#faults.push({ ...fault, count: fault.count ?? 1 });
  }

  /** What is drawn for calls that no fault of the list is meant for. */
  mix(mix: FaultMix): void {
    this.#draw = new FaultDraw(mix);
  }

  take(method: string, chatId: number | undefined): Fault | undefined {
    const fault = this.#faults.find(
      (each) =>
        (each.method === '*' || each.method.toLowerCase() === method.toLowerCase()) &&
        (each.chatId === undefined || each.chatId === chatId),
    );
    if (!fault) return this.#draw?.take(method);
    fault.count -= 1;
    if (fault.count <= 0) this.#faults = this.#faults.filter((each) => each !== fault);
    return fault;
  }

  clear(): void {
    this.#faults = [];
    this.#draw = null;
  }
}
