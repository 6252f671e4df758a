import { readFileSync } from 'node:fs';
import type { Color } from '#core/catalog/options.ts';
import type { MarketAd } from './market-ad.ts';

const SEDAN = readFileSync(new URL('car-sedan.svg', import.meta.url), 'utf8');
const ESTATE = readFileSync(new URL('car-estate.svg', import.meta.url), 'utf8');

const PAINTS: Readonly<Record<Color, string>> = {
  beige: '#cbb994',
  black: '#23272b',
  blue: '#2f5f95',
  bronze: '#8a6a45',
  brown: '#5d4534',
  gold: '#b9923e',
  green: '#35634a',
  grey: '#6d767d',
  matte: '#3d4347',
  orange: '#cf6a2a',
  pink: '#c9849b',
  purple: '#5f4480',
  red: '#a3302c',
  silver: '#a9b2b8',
  white: '#e6eaec',
  yellow: '#d9b32f',
};

/** A drawing of the car in its colour, as SVG. */
export function drawCar({ bodyType, color }: Pick<MarketAd, 'bodyType' | 'color'>): string {
  const drawing = bodyType === 'sedan' || bodyType === 'coupe' || bodyType === 'convertible' ? SEDAN : ESTATE;
  const paint = PAINTS[color];
  const style = `svg{--body:${paint};--light:color-mix(in srgb,${paint},#fff 22%);--dark:color-mix(in srgb,${paint},#000 22%)}`;
  return drawing.replace(/(<svg[^>]*>)/, `$1<style>${style}</style>`);
}
