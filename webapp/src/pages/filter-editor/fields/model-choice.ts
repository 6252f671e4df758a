import type { Brand, Model, ModelGroup } from '#core/catalog/brands.ts';

/** The members of a group that can be chosen one by one. */
export function pickableMembers(brand: Brand, group: ModelGroup): Model[] {
  return brand.models.filter((model) => model.group === group.key && !model.unstated);
}

/** Whether the filter asks for the model, by itself or with its whole group. */
export function isModelChosen(brand: Brand, chosen: readonly string[], key: string): boolean {
  const group = groupOf(brand, key);
  return chosen.includes(key) || (group !== undefined && chosen.includes(group.key));
}

/**
 * Chooses the model or takes it away. Of a group that is chosen as a whole the other members stay; a group whose
 * members are all chosen is chosen as a whole.
 */
export function toggleModel(brand: Brand, chosen: readonly string[], key: string): string[] {
  const group = groupOf(brand, key);
  const members = group ? pickableMembers(brand, group).map((member) => member.key) : [];
  if (isModelChosen(brand, chosen, key)) {
    const single = chosen.flatMap((other) => (other === group?.key ? members : [other]));
    return tidy(brand, single).filter((other) => other !== key);
  }
  const more = [...chosen, key];
  const isWhole = group && members.every((member) => more.includes(member));
  return tidy(brand, isWhole ? [...more, group.key] : more);
}

/** Chooses the whole group in the place of its members, or takes it away. */
export function toggleGroup(brand: Brand, chosen: readonly string[], group: ModelGroup): string[] {
  const others = chosen.filter((key) => key !== group.key && !group.members.includes(key));
  return tidy(brand, chosen.includes(group.key) ? others : [...others, group.key]);
}

function groupOf(brand: Brand, key: string): ModelGroup | undefined {
  return brand.groups.find((group) => group.members.includes(key));
}

/** No key twice, and no member beside its group. */
function tidy(brand: Brand, keys: readonly string[]): string[] {
  const isCovered = (key: string) => keys.includes(groupOf(brand, key)?.key ?? '');
  return [...new Set(keys)].filter((key) => !isCovered(key));
}
