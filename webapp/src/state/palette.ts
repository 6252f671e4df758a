export type Color = `#${string}`;

/** Colours of the Telegram client, by the names that Telegram gives them; old clients send a few only. */
export type ClientColors = Partial<Record<string, Color>>;

/** Least contrast of text with what it stands on. */
const TEXT_CONTRAST = 4.5;
const STEP = 0.04;

interface Scheme {
  readonly page: Color;
  readonly card: Color;
  readonly text: Color;
  readonly accent: Color;
  readonly danger: Color;
  /** Part of the accent in text links, and over the card in what is chosen. */
  readonly linkShare: number;
  readonly tintShare: number;
  readonly neutral: Color;
  readonly neutralShare: number;
  readonly rest: Color;
  readonly control: Color;
}

const LIGHT: Scheme = {
  page: '#efeff4',
  card: '#ffffff',
  text: '#000000',
  accent: '#007aff',
  danger: '#ff3b30',
  linkShare: 0.82,
  tintShare: 0.12,
  neutral: '#787880',
  neutralShare: 0.11,
  rest: '#d3d5dc',
  control: '#8a8a90',
};

const DARK: Scheme = {
  page: '#1c1c1e',
  card: '#2c2c2e',
  text: '#ffffff',
  accent: '#3e88f7',
  danger: '#eb5545',
  linkShare: 0.75,
  tintShare: 0.24,
  neutral: '#ffffff',
  neutralShare: 0.085,
  rest: '#4b4b50',
  control: '#85858a',
};

/**
 * The `--v-*` colours of the pages inside Telegram. They follow the client's theme, and where a theme is too faint they
 * are mixed toward its text colour until people can read them.
 */
export function paletteOf(colors: ClientColors, isDark: boolean): Record<string, Color> {
  const scheme = isDark ? DARK : LIGHT;
  const page = colors.secondary_bg_color ?? scheme.page;
  const card = colors.section_bg_color ?? colors.bg_color ?? scheme.card;
  const text = colors.text_color ?? scheme.text;
  const accent = colors.button_color ?? scheme.accent;
  const danger = colors.destructive_text_color ?? scheme.danger;
  const tint = mix(accent, card, scheme.tintShare);
  const legible = (color: Color, share: number) => readable(color, share, text, [card, page]);
  return {
    page,
    card,
    text,
    accent,
    hint: legible(mix(text, card, 0.62), 1),
    link: legible(accent, scheme.linkShare),
    danger: readable(danger, 0.82, text, [card, page, tint]),
    button: readable(accent, 0.85, '#000000', ['#ffffff']),
    'on-button': '#ffffff',
    tint,
    fill: mix(scheme.neutral, card, scheme.neutralShare),
    line: mix(text, card, 0.14),
    rest: scheme.rest,
    control: scheme.control,
  };
}

/** Whether the client shows light text on dark ground. */
export function isDarkTheme({ bg_color = LIGHT.card, text_color }: ClientColors): boolean {
  return text_color === undefined ? luminance(bg_color) < 0.2 : luminance(bg_color) < luminance(text_color);
}

/** `color` mixed with `share` of itself toward `target`, and further until it can be read on all `grounds`. */
function readable(color: Color, share: number, target: Color, grounds: readonly Color[]): Color {
  for (let part = share; part > 0; part -= STEP) {
    const candidate = mix(color, target, part);
    if (grounds.every((ground) => contrast(candidate, ground) >= TEXT_CONTRAST)) return candidate;
  }
  return target;
}

/** `share` of the first colour, the rest of the second. */
function mix(first: Color, second: Color, share: number): Color {
  const [a, b] = [channels(first), channels(second)];
  const mixed = a.map((value, index) => Math.round(value * share + (b[index] ?? 0) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrast(first: Color, second: Color): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: Color): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
