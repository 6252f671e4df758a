import type { KeptTable } from '#core/retention/kept-for.ts';

/** What a table is for, and which of its columns a reader of a diagram wants beside its keys. */
interface TableMeaning {
  readonly meaning: string;
  readonly columns: readonly string[];
}

export interface Chapter {
  readonly title: string;
  readonly says: string;
  readonly tables: Readonly<Record<string, TableMeaning>>;
}

/** Every table in the diagram it belongs to. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'People',
    says: 'Who uses the service, how they sign in, and what they write.',
    tables: {
      users: {
        meaning: 'Somebody who uses Vanags, with role, language and choices; `telegram_id` is where the alerts go.',
        columns: ['telegram_id', 'role', 'username', 'language', 'delivery_mode', 'paused_at'],
      },
      sessions: { meaning: 'A browser that is signed in.', columns: ['way', 'client', 'expires_at'] },
      login_links: {
        meaning: 'A one-time log-in that the chat confirms, or that the bot gave out.',
        columns: ['state', 'expires_at'],
      },
      plan_requests: { meaning: 'A wish for a role with a higher limit.', columns: ['plan', 'state'] },
      problems: {
        meaning: 'A report to the administrators; outlives the account, without identity.',
        columns: ['text'],
      },
      feedback: { meaning: 'A rating of the product with a comment.', columns: ['rating', 'comment'] },
    },
  },
  {
    title: 'Ads',
    says: 'What the sources offer and what happened to it.',
    tables: {
      sources: {
        meaning: 'How far a classifieds site has been read.',
        columns: ['baseline_completed_at', 'cursor', 'last_success_at'],
      },
      ingestion_runs: {
        meaning: 'One pass over list pages, with what it found.',
        columns: ['kind', 'counts', 'error'],
      },
      ads: {
        meaning: 'One classified ad, normalised to our keys.',
        columns: ['external_id', 'url_key', 'fingerprint', 'brand', 'model', 'price', 'details_state', 'gone_at'],
      },
      ad_prices: { meaning: 'A price of an ad and when it was first seen.', columns: ['price'] },
      ad_events: {
        meaning: 'What happened to an ad and may concern a user: new, details completed, price drop.',
        columns: ['kind', 'released_at', 'release_revision', 'matched_at'],
      },
      hidden_ads: { meaning: 'An ad of which a user wants to hear no more.', columns: ['hidden_at'] },
    },
  },
  {
    title: 'Filters and alerts',
    says: 'What users look for, and what they are told.',
    tables: {
      filters: {
        meaning: 'A saved search.',
        columns: ['name', 'brand', 'models', 'price_max', 'active', 'activated_revision'],
      },
      filter_changes: {
        meaning: 'The change log of the filters, in the order of the commits.',
        columns: ['filter_id'],
      },
      notifications: {
        meaning: 'The outbox: tell this user about this subject, once.',
        columns: ['ad_id', 'filter_ids', 'status', 'due_at', 'expires_at', 'claim'],
      },
      recipients: {
        meaning: 'A user as delivery sees them; every user has exactly one row.',
        columns: ['reachable', 'next_send_at', 'claim', 'lease_until'],
      },
    },
  },
];

/** Tables that name no row of another. */
export const ALONE: Readonly<Record<string, string>> = {
  verifications: 'A change of an account that waits for a code of the bot.',
  guess_limits: 'How often something secret was guessed wrong.',
  deleted_accounts: 'Tombstones: launch data of a deleted account open nothing.',
  admin_audit: 'Who did what as an administrator; the target is a salted hash.',
  matcher_state: 'One row: up to where the change log was trimmed.',
  market_state: 'One row: the last transaction that took ads away, for the market in memory.',
  sender_state: 'One row: until when all sending waits.',
  alarms: 'When the administrators last heard of a kind of trouble.',
  conversation_states: 'Where a conversation with the bot stands.',
  processed_updates: 'Updates of Telegram that were handled: a second delivery is dropped.',
};

/** What a row is kept until, or for a time after. */
export const KEPT_SINCE: Readonly<Record<KeptTable, string>> = {
  ads: 'it was last seen',
  notifications: 'its end, an alert as long as its ad',
  ingestion_runs: 'its beginning',
  admin_audit: 'the deed',
  processed_updates: 'it was handled',
  sessions: 'its end',
  login_links: 'its end',
  verifications: 'its end',
  deleted_accounts: 'the deletion',
  guess_limits: 'the first guess',
  conversation_states: 'its last step',
};

/** A column that names rows of another table without a foreign key, so that writing stays cheap or a row may outlive. */
interface LooseRelation {
  readonly from: string;
  readonly column: string;
  readonly to: string;
}

export const LOOSE_RELATIONS: readonly LooseRelation[] = [
  { from: 'ingestion_runs', column: 'source', to: 'sources' },
  { from: 'ads', column: 'source', to: 'sources' },
  { from: 'filter_changes', column: 'filter_id', to: 'filters' },
  { from: 'notifications', column: 'user_id', to: 'users' },
  { from: 'notifications', column: 'subject_id', to: 'ad_events' },
  { from: 'notifications', column: 'filter_ids', to: 'filters' },
];
