/**
 * The closed option lists of a filter and of an ad, as stable ASCII keys.
 * Labels live in the `options` texts; a source's own values are mapped to these keys in its mapping file only.
 */

/** Stands for "no restriction" wherever a filter takes one key: brand, gearbox, deal type. */
export const ALL = '0';

export const ENGINES = [
  'gasoline',
  'diesel',
  'electric',
  'hybrid',
  'naturalgas',
  'lpg',
  'ethanol',
  'hydrogen',
  'other',
] as const;

export const GEARBOXES = ['automatic', 'manual'] as const;

export const BODY_TYPES = [
  'sedan',
  'hatchback',
  'universal',
  'coupe',
  'suv',
  'convertible',
  'van',
  'pickup',
  'other',
] as const;

export const COLORS = [
  'beige',
  'black',
  'blue',
  'bronze',
  'brown',
  'gold',
  'green',
  'grey',
  'matte',
  'orange',
  'pink',
  'purple',
  'red',
  'silver',
  'white',
  'yellow',
] as const;

export const AREAS = [
  'riga',
  'yurmala',
  'aizkraukle',
  'aluksne',
  'balvi',
  'bauska',
  'cesis',
  'daugavpils',
  'dobele',
  'gulbene',
  'jekabpils',
  'jelgava',
  'kraslava',
  'kuldiga',
  'liepaja',
  'limbadzi',
  'ludza',
  'madona',
  'ogre',
  'preili',
  'rezekne',
  'saldus',
  'talsi',
  'tukums',
  'valka',
  'valmiera',
  'ventspils',
  'estonia',
  'lithuania',
] as const;

export const DEAL_TYPES = ['sell', 'buy', 'change', 'rent'] as const;

export const SELLERS = ['private', 'dealer'] as const;

export type Engine = (typeof ENGINES)[number];
export type GearBox = (typeof GEARBOXES)[number];
export type BodyType = (typeof BODY_TYPES)[number];
export type Color = (typeof COLORS)[number];
export type Area = (typeof AREAS)[number];
export type DealType = (typeof DEAL_TYPES)[number];
export type Seller = (typeof SELLERS)[number];
