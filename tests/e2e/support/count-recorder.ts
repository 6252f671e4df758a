import type { Page } from 'playwright/test';
import { PREVIEW, type SentFilter } from './editor.ts';

/** What the bar showed from one moment on. */
interface ShownText {
  readonly at: number;
  readonly text: string;
}

/** How the bar stood in one frame. */
interface BarFrame {
  readonly text: string;
  readonly opacity: number;
  readonly height: number;
  /** Where its first word begins; null: there is none. */
  readonly left: number | null;
  readonly top: number | null;
  /** Whether there is an outline of something that is still to come. */
  readonly hasOutline: boolean;
  /** How high each bar of the histograms is. */
  readonly histograms: string;
}

/** All that was seen while the recording ran; times in ms since the page began. */
export interface Recording {
  readonly texts: readonly ShownText[];
  /** What was read out, one after the other. */
  readonly spoken: readonly string[];
  readonly frames: readonly BarFrame[];
  /** When a field was changed last. */
  readonly lastInputAt: number;
}

interface Recorder {
  readonly texts: ShownText[];
  readonly spoken: string[];
  readonly frames: BarFrame[];
  lastInputAt: number;
  readonly stop: () => void;
}

declare global {
  interface Window {
    countRecorder?: Recorder;
  }
}

/** Runs in the page: notes each change of the text, and how the bar stands in each frame. */
function installRecorder(): void {
  const bar = document.querySelector('.count-bar') as HTMLElement;
  const words = () => bar.querySelector('.count-words, .count-bar__trouble')?.textContent ?? '';
  const status = () => bar.querySelector('[role=status]')?.textContent ?? '';
  const texts = [{ at: performance.now(), text: words() }];
  const spoken = [status()];
  const frames: BarFrame[] = [];
  const observer = new MutationObserver(() => {
    const text = words();
    if (text !== texts.at(-1)?.text) texts.push({ at: performance.now(), text });
    if (status() !== spoken.at(-1)) spoken.push(status());
  });
  observer.observe(bar, { subtree: true, childList: true, characterData: true });
  let handle = 0;
  const note = () => {
    const text = bar.querySelector('.count-bar__text') as HTMLElement;
    const part = bar.querySelector('.count-words__part')?.getBoundingClientRect();
    frames.push({
      text: words(),
      opacity: Number(getComputedStyle(text).opacity),
      height: bar.getBoundingClientRect().height,
      left: part?.left ?? null,
      top: part ? part.top - bar.getBoundingClientRect().top : null,
      hasOutline: document.querySelector('.skeleton, .outline') !== null,
      histograms: [...document.querySelectorAll('.histogram rect')].map((bar) => bar.getAttribute('height')).join(),
    });
    handle = requestAnimationFrame(note);
  };
  handle = requestAnimationFrame(note);
  const noteInput = () => {
    recorder.lastInputAt = performance.now();
  };
  // A click picks an option.
  for (const type of ['input', 'click']) window.addEventListener(type, noteInput, { capture: true });
  const recorder: Recorder = {
    texts,
    spoken,
    frames,
    lastInputAt: performance.now(),
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(handle);
      for (const type of ['input', 'click']) window.removeEventListener(type, noteInput, { capture: true });
    },
  };
  window.countRecorder = recorder;
}

/** Records the bar of the editor while `deed` is done and for as long after as it takes to show `last`. */
export async function recordCount(
  page: Page,
  deed: () => Promise<void>,
  last: () => Promise<void>,
): Promise<Recording> {
  await page.evaluate(installRecorder);
  await deed();
  await last();
  return page.evaluate(() => {
    const recorder = window.countRecorder as Recorder;
    recorder.stop();
    const { texts, spoken, frames, lastInputAt } = recorder;
    return { texts, spoken, frames, lastInputAt };
  });
}

/** A call that counts. */
export interface CountCall {
  readonly filters: SentFilter;
  /** HTTP status; null as long as there is no answer. */
  status: number | null;
  tookMs: number;
}

/** All counting calls of the page from now on, in their order. */
export function countCalls(page: Page): CountCall[] {
  const calls: CountCall[] = [];
  page.on('request', async (request) => {
    if (new URL(request.url()).pathname !== PREVIEW) return;
    const startedAt = performance.now();
    const call: CountCall = { filters: request.postDataJSON().filters, status: null, tookMs: 0 };
    calls.push(call);
    const response = await request.response().catch(() => null);
    call.status = response?.status() ?? null;
    call.tookMs = performance.now() - startedAt;
  });
  return calls;
}
