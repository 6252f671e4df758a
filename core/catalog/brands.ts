import data from './brands.data.json' with { type: 'json' };

/** Every brand has this model: a car of the make that the source, or the catalogue, does not name. */
export const OTHER_MODEL = 'other';

export interface Model {
  readonly key: string;
  /** A proper name, the same in all languages. Of `OTHER_MODEL` it is a stand-in: show the text `options:model.other`. */
  readonly name: string;
  /** Other spellings under which sources and sellers name it. */
  readonly aliases: readonly string[];
  /** Key of the group it is a member of. */
  readonly group?: string;
  /**
   * Stands for ads that say "Golf" or "C-Class" and no more. Chosen by its group only: a picker leaves it out, as
   * whoever reads "Golf" there means all of them.
   */
  readonly unstated?: true;
}

/** How the name of a group is said in a language: text `options:modelGroup.<kind>` with the parameter `stem`. */
type ModelGroupKind = 'series' | 'class' | 'line';

/** A line of models that can be chosen as one; its key may stand in a filter beside model keys. */
export interface ModelGroup {
  readonly key: string;
  readonly kind: ModelGroupKind;
  /** `3` of "3 Series", `C` of "C-Class", `Golf`. */
  readonly stem: string;
  /** The English name. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** Model keys, the unstated member included. */
  readonly members: readonly string[];
}

export interface Brand {
  readonly key: string;
  readonly name: string;
  /** One of the makes that most buyers in Latvia look for. */
  readonly popular: boolean;
  /** The name is an everyday word too, so in running text it is a make only when a model follows it. */
  readonly everyday: boolean;
  readonly aliases: readonly string[];
  /** All models in the order of their names, `OTHER_MODEL` last. */
  readonly models: readonly Model[];
  readonly groups: readonly ModelGroup[];
}

/** Key, name, aliases. */
type ModelRecord = readonly [string, string, ...string[]];

interface GroupRecord {
  readonly key: string;
  readonly kind: ModelGroupKind;
  readonly stem: string;
  readonly aliases?: readonly string[];
  readonly models: readonly ModelRecord[];
}

interface BrandRecord {
  readonly key: string;
  readonly name: string;
  readonly popular?: boolean;
  readonly everyday?: boolean;
  readonly aliases?: readonly string[];
  readonly groups?: readonly GroupRecord[];
  readonly models: readonly ModelRecord[];
}

interface BrandIndex {
  readonly brand: Brand;
  readonly models: ReadonlyMap<string, Model>;
  readonly groups: ReadonlyMap<string, ModelGroup>;
}

const BY_NAME = new Intl.Collator('en', { numeric: true });

/** The makes in the order of their names. */
export const BRANDS: readonly Brand[] = (data as unknown as readonly BrandRecord[])
  .map(toBrand)
  .sort((a, b) => BY_NAME.compare(a.name, b.name));

const INDEX: ReadonlyMap<string, BrandIndex> = new Map(BRANDS.map((brand) => [brand.key, indexBrand(brand)]));

export function findBrand(key: string): Brand | undefined {
  return INDEX.get(key)?.brand;
}

/** The models of a make; empty for an unknown one. */
export function modelsOf(brandKey: string): readonly Model[] {
  return INDEX.get(brandKey)?.brand.models ?? [];
}

/** The groups of a make; empty for an unknown one and for most makes. */
export function groupsOf(brandKey: string): readonly ModelGroup[] {
  return INDEX.get(brandKey)?.brand.groups ?? [];
}

/** False for `ALL` too, which is no brand. */
export function isKnownBrand(key: string): boolean {
  return INDEX.has(key);
}

/** Whether the key is a model or a group of the make. */
export function isKnownModel(brandKey: string, modelKey: string): boolean {
  const index = INDEX.get(brandKey);
  return index !== undefined && (index.models.has(modelKey) || index.groups.has(modelKey));
}

/** Puts the members in the place of group keys. No key comes twice; a key the catalogue does not know stays. */
export function expandModels(brandKey: string, keys: readonly string[]): string[] {
  const groups = INDEX.get(brandKey)?.groups;
  return [...new Set(keys.flatMap((key) => groups?.get(key)?.members ?? [key]))];
}

/** The name of a make; the key itself when it is unknown. */
export function brandName(key: string): string {
  return INDEX.get(key)?.brand.name ?? key;
}

/** The name of a model or the English name of a group; the key itself when it is unknown. */
export function modelName(brandKey: string, modelKey: string): string {
  const index = INDEX.get(brandKey);
  return index?.models.get(modelKey)?.name ?? index?.groups.get(modelKey)?.name ?? modelKey;
}

function toBrand(record: BrandRecord): Brand {
  const groups = record.groups ?? [];
  const models = [
    ...record.models.map((model) => toModel(model)),
    ...groups.flatMap((group) => [...group.models.map((model) => toModel(model, group.key)), unstatedModel(group)]),
  ].sort((a, b) => BY_NAME.compare(a.name, b.name));
  return {
    key: record.key,
    name: record.name,
    popular: record.popular ?? false,
    everyday: record.everyday ?? false,
    aliases: record.aliases ?? [],
    models: [...models, { key: OTHER_MODEL, name: 'Other', aliases: [] }],
    groups: groups.map(toGroup),
  };
}

function toModel([key, name, ...aliases]: ModelRecord, group?: string): Model {
  return group === undefined ? { key, name, aliases } : { key, name, aliases, group };
}

function toGroup(group: GroupRecord): ModelGroup {
  const { key, kind, stem } = group;
  const members = [...group.models.map(([member]) => member), unstatedModel(group).key];
  return { key, kind, stem, name: groupName(group), aliases: group.aliases ?? [], members };
}

function unstatedModel(group: GroupRecord): Model {
  return {
    key: `${group.key}-other`,
    name: groupName(group),
    aliases: [group.stem, ...(group.aliases ?? [])],
    group: group.key,
    unstated: true,
  };
}

function groupName({ kind, stem }: GroupRecord): string {
  if (kind === 'series') return `${stem} Series`;
  return kind === 'class' ? `${stem}-Class` : stem;
}

function indexBrand(brand: Brand): BrandIndex {
  return {
    brand,
    models: new Map(brand.models.map((model) => [model.key, model])),
    groups: new Map(brand.groups.map((group) => [group.key, group])),
  };
}
