/** The place in a row of so many that a key leads to; null for a key that leads nowhere. It ends at both ends. */
export function placeAfterKey(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(current + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max(current - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
