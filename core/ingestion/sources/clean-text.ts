/** Control characters, zero-width characters and direction marks: invisible, and able to disguise a text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu;
/** Tried once for each run of its letters, from its start: a long one must not cost its square. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g;
const VIN = /(?<![a-z\d])(?=[a-hj-npr-z]*\d)(?=\d*[a-hj-npr-z])[a-hj-npr-z\d]{17}(?![a-z\d])/gi;
const PERSONAL_CODE = /(?<!\d)\d{6}-\d{5}(?!\d)/g;
const INTERNATIONAL_PHONE = /\(?(?:\+|(?<!\d)00)\d(?:[\s().-]{0,2}\d){7,14}\)?/g;
const LONG_DIGITS = /\d{9,}/g;
/** Eight digits in up to four groups: the shape of a Latvian number, but also of two years and of a date. */
const LOCAL_PHONE = /(?<![\d.,])\d{2,8}(?:[ -]\d{2,4}){0,3}(?![\d.,]?\d)/g;
const YEARS_OR_DATE = /^(?:19|20)\d\d(?:[ -](?:19|20)\d\d|-\d\d-\d\d)$/;

/** What people write about themselves may stand before what is kept; beyond this nothing is read. */
const READ_PER_KEPT = 20;

/** Visible, well-formed text in one line and normal form. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(INVISIBLE, '').normalize('NFC').replace(/ +/g, ' ').trim();
}

function withoutPhone(run: string): string {
  const digits = run.replace(/\D/g, '');
  return digits.length === 8 && /^[2-9]/.test(digits) && !YEARS_OR_DATE.test(run) ? '' : run;
}

/**
 * A seller's free text as it may be kept: visible characters only, without what looks like a telephone number, an
 * e-mail address, a personal code or a VIN. `null` when nothing is left.
 */
export function cleanText(text: string, maxLength: number): string | null {
  const kept = visibleText(text.slice(0, maxLength * READ_PER_KEPT))
    .replace(EMAIL, '')
    .replace(VIN, '')
    .replace(PERSONAL_CODE, '')
    .replace(INTERNATIONAL_PHONE, '')
    .replace(LONG_DIGITS, '')
    .replace(LOCAL_PHONE, withoutPhone);
  const short = Array.from(visibleText(kept)).slice(0, maxLength).join('').trim();
  return short === '' ? null : short;
}
