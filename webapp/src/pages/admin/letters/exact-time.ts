/** `20.11.2026, 14:05` by the clock of the device: the German way of writing it is that of all three languages. */
export function exactTime(at: string): string {
  return new Intl.DateTimeFormat('de-DE', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
}
