import { z } from 'zod';
import { CROSS_RULES } from '#core/config.ts';
import { settingGroups, settingMeanings } from '#core/environment.ts';

/** A setting as an operator sees it. */
export interface SettingFacts {
  readonly name: string;
  readonly description: string;
  /** The words that may be written there, where there are few. */
  readonly choices: readonly string[];
  /** `0 to 5`; null where it is no number. */
  readonly range: string | null;
  /** What may be written there otherwise. */
  readonly kind: string;
  /** As it is written in the environment; null: there is none. */
  readonly byDefault: string | null;
  readonly example: string | null;
  readonly isRequired: boolean;
  /** Rules that hold together with other settings. */
  readonly rules: readonly string[];
}

interface SettingGroup {
  readonly title: string;
  readonly settings: readonly SettingFacts[];
}

/** Every setting in its group. @throws where one has no meaning */
export function settingFacts(): SettingGroup[] {
  return settingGroups.map(({ title, settings }) => ({
    title,
    settings: Object.entries(settings).map(([name, rule]) => factsOf(name, rule)),
  }));
}

function factsOf(name: string, rule: z.ZodType): SettingFacts {
  const meaning = settingMeanings.get(rule);
  if (!meaning) throw new Error(`core/environment.ts does not say what ${name} means`);
  const choices = (z.toJSONSchema(rule, { io: 'input' }).enum ?? []).map(String);
  const { minimum, maximum } = choices.length > 0 ? {} : z.toJSONSchema(rule, { io: 'output', unrepresentable: 'any' });
  const range = minimum === undefined ? null : `${minimum} to ${maximum}`;
  if (choices.length === 0 && range === null && !meaning.values)
    throw new Error(`core/environment.ts does not say what may be written in ${name}`);
  return {
    name,
    description: meaning.description,
    choices,
    range,
    kind: meaning.values ?? '',
    byDefault: written(rule.safeParse(undefined).data),
    example: meaning.example ?? null,
    isRequired: meaning.required ?? false,
    rules: CROSS_RULES.filter(({ setting }) => setting === name).map(({ fault }) => fault),
  };
}

/** `all, web or none` */
export const listed = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');

function written(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === undefined ? null : String(value);
}
