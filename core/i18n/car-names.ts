import type { TFunction } from 'i18next';
import { brandName, groupsOf, modelName, modelsOf, OTHER_MODEL } from '../catalog/brands.ts';
import { inSentence } from './formats.ts';

/** The texts of the options in one language. */
export type OptionTexts = TFunction<'options'>;

/** A model or a group of models as it stands behind the make; only models have names that are the same everywhere. */
export function modelText(brand: string, key: string, t: OptionTexts): string {
  if (key === OTHER_MODEL) return inSentence(t('model.other'));
  return groupText(brand, key, t) ?? modelName(brand, key);
}

/** A car's model as far as it is known: "320", "3. sērija" where no more than the group is. */
export function knownModelText(brand: string, model: string, t: OptionTexts): string {
  const stated = modelsOf(brand).find(({ key }) => key === model);
  const group = stated?.unstated ? stated.group : undefined;
  return modelText(brand, group ?? model, t);
}

/** Make and model of a car: "BMW 320", "BMW 3. sērija" where no more than the group is known, "BMW". */
export function carText(brand: string, model: string | null, t: OptionTexts): string {
  const make = brandName(brand);
  return model === null || model === OTHER_MODEL ? make : `${make} ${knownModelText(brand, model, t)}`;
}

/** A line is called by its stem here: "Volkswagen Golf", as nobody writes "Volkswagen all Golf". */
function groupText(brand: string, key: string, t: OptionTexts): string | null {
  const group = groupsOf(brand).find((candidate) => candidate.key === key);
  if (!group) return null;
  return group.kind === 'line' ? group.stem : t(`modelGroup.${group.kind}`, { stem: group.stem });
}
