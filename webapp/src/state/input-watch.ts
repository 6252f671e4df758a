/** Moving the mouse is not among them: a table that shakes is nobody. */
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'click'] as const;

/** Also what a part of the page keeps to itself. */
const CAUGHT = { capture: true, passive: true };

/**
 * Tells when nobody has done anything on the page for so long, and when somebody does again. Coming back to the page
 * counts.
 * @returns what ends the watch.
 */
export function watchInput(limitMs: number, onIdle: (isIdle: boolean) => void): () => void {
  let isIdle = false;
  const tell = (next: boolean) => {
    if (next !== isIdle) onIdle(next);
    isIdle = next;
  };
  let timer = setTimeout(tell, limitMs, true);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, limitMs, true);
    tell(false);
  };
  const restartIfSeen = () => document.visibilityState === 'visible' && restart();
  for (const input of INPUTS) document.addEventListener(input, restart, CAUGHT);
  document.addEventListener('visibilitychange', restartIfSeen);
  return () => {
    clearTimeout(timer);
    for (const input of INPUTS) document.removeEventListener(input, restart, CAUGHT);
    document.removeEventListener('visibilitychange', restartIfSeen);
  };
}
