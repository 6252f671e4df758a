import type { ExportFile } from '../../state/account.ts';

/** Saves the file as browsers do. Web views that save no files do nothing, and say nothing. */
export function downloadFile({ name, text }: ExportFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Hands the file to the device's own share sheet, which knows where files are kept; false where there is none. */
export async function shareFile({ name, text }: ExportFile): Promise<boolean> {
  const files = [new File([text], name, { type: 'application/json' })];
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files });
  } catch (error) {
    // Closed without a choice is a choice, too.
    if (!(error instanceof DOMException && error.name === 'AbortError')) return false;
  }
  return true;
}

/** Copies what stands in the field; false where neither way is allowed. */
export async function copyField(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // A frame may be denied the clipboard, but not what a person can do by hand.
    field.select();
    return document.execCommand('copy');
  }
}
