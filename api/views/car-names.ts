import type { TFunction } from 'i18next';
import { brandName, groupsOf, modelName, modelsOf, OTHER_MODEL } from '#core/catalog/brands.ts';
import { inSentence } from '#core/i18n/formats.ts';

/** The texts of the options in the language of a request; see `optionTexts`. */
export type OptionTexts = TFunction<'options'>;

/** A model or a group of models as it stands behind the make; only models have names that are the same everywhere. */
export function modelText(brand: string, key: string, t: OptionTexts): string {
  if (key === OTHER_MODEL) return inSentence(t('model.other'));
  return groupText(brand, key, t) ?? modelName(brand, key);
}

/** Make and model of a car: "BMW 320", "BMW 3. sērija" where no more than the group is known, "BMW". */
export function carText(brand: string, model: string | null, t: OptionTexts): string {
  const make = brandName(brand);
  if (model === null || model === OTHER_MODEL) return make;
  const stated = modelsOf(brand).find(({ key }) => key === model);
  const group = stated?.unstated ? stated.group : undefined;
  return `${make} ${modelText(brand, group ?? model, t)}`;
}

/** A line is called by its stem here: "Volkswagen Golf", as nobody writes "Volkswagen all Golf". */
function groupText(brand: string, key: string, t: OptionTexts): string | null {
  const group = groupsOf(brand).find((candidate) => candidate.key === key);
  if (!group) return null;
  return group.kind === 'line' ? group.stem : t(`modelGroup.${group.kind}`, { stem: group.stem });
}
