import type { Actor } from '#core/audit/actor.ts';
import type { Config } from '#core/config.ts';
import type { Core } from '#core/context.ts';
import type { AdSource, ListPage } from '#core/ingestion/ad-source.ts';

/** What the commands need from outside; `main.ts` gives the real thing. */
export interface CliDeps {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Settings of the commands: like the service's, but no bot is needed. */
  readonly config: () => Config;
  /** Opens the database and the services; closed when the command has ended. */
  readonly openCore: (overrides?: { readonly migrateOnStart: boolean }) => Promise<Core>;
  readonly createSource: () => Promise<AdSource | null>;
  /** Saved list pages (files or folders) through the real parser. */
  readonly readSavedPages: (paths: readonly string[]) => AsyncIterable<ListPage>;
  /** A file of ads, one a line, in pages of one source each. */
  readonly readAdFile: (file: string) => AsyncIterable<{ readonly source: string; readonly page: ListPage }>;
  /** Who does what is done here, for the audit log. */
  readonly actor: Actor;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** The text in bold where the output goes to a terminal, else as it is. */
  readonly bold: (text: string) => string;
  /** Whether a person sits at the terminal: who reads the questions can answer them. */
  readonly isAttended: boolean;
  /** A yes-or-no question; null where nobody can answer. */
  readonly ask: (question: string) => Promise<boolean | null>;
}

/** Runs `work` on open services inside one entity manager and closes them, whatever happens. */
export async function withCore<T>(
  deps: CliDeps,
  work: (core: Core) => Promise<T>,
  overrides?: { readonly migrateOnStart: boolean },
): Promise<T> {
  const core = await deps.openCore(overrides);
  try {
    return await core.run(() => work(core));
  } finally {
    await core.close();
  }
}
