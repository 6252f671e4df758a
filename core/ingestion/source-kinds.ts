interface KindOfSource {
  /** Where it is unless SOURCE_URL says so; null: the setting must say it. */
  readonly url: string | null;
  /** SOURCE_URL may be the path of a file. */
  readonly mayBeFile: boolean;
}

/** What can be read, by the name in the setting SOURCE, in the tables and in messages: an adapter's `id`. */
export const SOURCE_KINDS = {
  'ss-lv': { url: 'https://www.ss.lv', mayBeFile: false },
  ndjson: { url: null, mayBeFile: true },
} as const satisfies Record<string, KindOfSource>;

export type SourceKind = keyof typeof SOURCE_KINDS;

export const sourceKinds = Object.keys(SOURCE_KINDS) as SourceKind[];
