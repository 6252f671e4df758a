import type { MikroORM } from '@mikro-orm/postgresql';
import { AdSearch } from './ads/ad-search.ts';
import { AdService } from './ads/ad-service.ts';
import { HiddenAds } from './ads/hidden-ads.ts';
import { Alarms } from './alarms/alarms.ts';
import { AuditLog } from './audit/audit-log.ts';
import { AuthService } from './auth/auth-service.ts';
import { Credentials } from './auth/credentials.ts';
import { DevLogin } from './auth/dev-login.ts';
import { GuessLimiter } from './auth/guess-limiter.ts';
import { LoginLinks } from './auth/login-links.ts';
import { PendingChanges } from './auth/pending-changes.ts';
import { Registration } from './auth/registration.ts';
import { SessionService } from './auth/session-service.ts';
import { Verifications } from './auth/verifications.ts';
import { Backups } from './backup/backups.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { ConversationStates } from './db/conversation-states.ts';
import { type Database, migrate, openDatabase, runInFork } from './db/open.ts';
import { createDatabaseProbe, type DatabaseState } from './db/probe.ts';
import { ProcessedUpdates } from './db/processed-updates.ts';
import { FeedbackService } from './feedback/feedback-service.ts';
import { MetricFigures } from './figures/metric-figures.ts';
import { ServiceFigures } from './figures/service-figures.ts';
import { FilterService } from './filters/filter-service.ts';
import { DetailsService } from './ingestion/details-service.ts';
import { IngestionService } from './ingestion/ingestion-service.ts';
import { createLogger, type Logger } from './logger.ts';
import { MatchExplainer } from './matching/match-explainer.ts';
import { MatchingService } from './matching/matching-service.ts';
import { AdminNotices } from './notifications/admin-notices.ts';
import { AlertHistory } from './notifications/alert-history.ts';
import { AlertSettings } from './notifications/alert-settings.ts';
import { DeliveryService } from './notifications/delivery-service.ts';
import { Outbox } from './notifications/outbox.ts';
import { SentAlerts } from './notifications/sent-alerts.ts';
import { ToldAlerts } from './notifications/told-alerts.ts';
import { PlanRequests } from './plans/plan-requests.ts';
import { PlanService } from './plans/plan-service.ts';
import { ProblemService } from './problems/problem-service.ts';
import { Retention } from './retention/retention.ts';
import { AccountDeletion } from './users/account-deletion.ts';
import { AccountExporter } from './users/account-export.ts';
import { UserRoles } from './users/user-roles.ts';
import { UserSearch } from './users/user-search.ts';
import { UserService } from './users/user-service.ts';
import { UserSettings } from './users/user-settings.ts';

/** Everything the product does, without a way in: the API, the bot and the command line call it. */
export interface Core {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly orm: MikroORM;
  readonly databaseUrl: string;
  readonly users: UserService;
  readonly userSearch: UserSearch;
  readonly userRoles: UserRoles;
  readonly auditLog: AuditLog;
  readonly settings: UserSettings;
  readonly accountExport: AccountExporter;
  readonly accountDeletion: AccountDeletion;
  readonly sessions: SessionService;
  readonly auth: AuthService;
  readonly devLogin: DevLogin;
  readonly loginLinks: LoginLinks;
  readonly credentials: Credentials;
  readonly verifications: Verifications;
  readonly registration: Registration;
  readonly filters: FilterService;
  readonly problems: ProblemService;
  readonly feedback: FeedbackService;
  readonly plans: PlanService;
  readonly planRequests: PlanRequests;
  readonly figures: ServiceFigures;
  readonly metricFigures: MetricFigures;
  readonly alarms: Alarms;
  readonly ads: AdService;
  readonly adSearch: AdSearch;
  readonly hiddenAds: HiddenAds;
  readonly ingestion: IngestionService;
  readonly details: DetailsService;
  /** Completes the ads that the baseline found, when there is nothing more urgent. */
  readonly detailsBacklog: DetailsService;
  readonly matching: MatchingService;
  readonly matchExplainer: MatchExplainer;
  readonly outbox: Outbox;
  readonly delivery: DeliveryService;
  readonly alerts: AlertSettings;
  readonly sentAlerts: SentAlerts;
  readonly toldAlerts: ToldAlerts;
  readonly alertHistory: AlertHistory;
  readonly processedUpdates: ProcessedUpdates;
  readonly conversationStates: ConversationStates;
  readonly retention: Retention;
  readonly backups: Backups;
  /** Gives `work` an entity manager of its own; every call of a service stands inside one. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether the database answers and its schema is the one this code needs. */
  readonly databaseState: () => Promise<DatabaseState>;
  /** Applies pending migrations; answers their names. */
  readonly migrate: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export interface CoreOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** An open database instead of the configured one. */
  readonly database?: Database;
  /** Called at the named places of the workers; tests end the process there. */
  readonly crashPoint?: (name: string) => void | Promise<void>;
}

/** Opens the database and builds every service by hand. */
export async function createCore(config: Config, options: CoreOptions = {}): Promise<Core> {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? createLogger(config.logLevel);
  const database = options.database ?? (await openDatabase(config.database));
  const { em } = database.orm;
  const hooks = options.crashPoint ? { crashPoint: options.crashPoint } : {};

  const outbox = new Outbox({ em, clock });
  const sessions = new SessionService({ em, clock });
  const auditLog = new AuditLog({ em, clock });
  const userRoles = new UserRoles({ em, outbox, audit: auditLog });
  const notices = new AdminNotices({ outbox });
  const users = new UserService({ em, signupRole: config.signupRole });
  const matching = new MatchingService({ em, clock, logger, outbox, ...hooks });
  const alerts = new AlertSettings({
    em,
    clock,
    outbox,
    countMissed: (userId, from, to) => matching.countMissed(userId, from, to),
  });
  const guesses = new GuessLimiter({ em, clock, isOn: config.http.rateLimits });
  const credentials = new Credentials({ em, clock, sessions, guesses, outbox, audit: auditLog });
  const { signupRole, telegram } = config;
  const changes = new PendingChanges({ em, clock, signupRole, telegram });
  const verifications = new Verifications({ em, clock, changes, botToken: telegram.token });
  const delivery = new DeliveryService({
    em,
    clock,
    logger,
    outbox,
    notices,
    stillMatches: (manager, alerts) => matching.stillMatches(manager, alerts),
    textValues: (text) => verifications.withCode(text),
    settings: config.sending,
    ...hooks,
  });
  const ads = new AdService({ em, clock, ...hooks });
  const loginLinks = new LoginLinks({ em, clock, sessions });
  const conversationStates = new ConversationStates({ em, clock });
  const backups = new Backups({ orm: database.orm, url: database.url, clock });
  // Asked for twice where a command is broken off.
  let closing: Promise<void> | null = null;
  const processedUpdates = new ProcessedUpdates({ em, clock, conversations: conversationStates });
  return {
    config,
    clock,
    logger,
    orm: database.orm,
    databaseUrl: database.url,
    users,
    userSearch: new UserSearch({ em }),
    userRoles,
    auditLog,
    settings: new UserSettings({ em, alerts }),
    accountExport: new AccountExporter({ em, clock }),
    accountDeletion: new AccountDeletion({ em, clock, logger, audit: auditLog, telegram: config.telegram }),
    sessions,
    auth: new AuthService({ em, clock, users, sessions, telegram: config.telegram }),
    devLogin: new DevLogin({ em, users, sessions, guesses, audit: auditLog, secret: config.devLoginSecret }),
    loginLinks,
    credentials,
    verifications,
    registration: new Registration({
      em,
      outbox,
      verifications,
      credentials,
      guesses,
      host: new URL(config.http.publicUrl).host,
    }),
    filters: new FilterService({ em, clock }),
    problems: new ProblemService({ em, clock, notices, audit: auditLog, isLimited: config.http.rateLimits }),
    feedback: new FeedbackService({ em, clock, isLimited: config.http.rateLimits }),
    plans: new PlanService({ em, clock, notices, isLimited: config.http.rateLimits }),
    planRequests: new PlanRequests({ em, outbox, audit: auditLog, roles: userRoles }),
    figures: new ServiceFigures({ em, clock, outbox, source: config.source }),
    metricFigures: new MetricFigures({ orm: database.orm, outbox, source: config.source }),
    alarms: new Alarms({ em, clock, logger, notices, source: config.source }),
    ads,
    adSearch: new AdSearch({ em, clock }),
    hiddenAds: new HiddenAds({ em, clock }),
    ingestion: new IngestionService({ em, clock, logger, ads }),
    details: new DetailsService({ clock, logger, ads, urgency: 'news' }),
    detailsBacklog: new DetailsService({ clock, logger, ads, urgency: 'backlog' }),
    matching,
    matchExplainer: new MatchExplainer({ em }),
    outbox,
    delivery,
    alerts,
    sentAlerts: new SentAlerts({ em }),
    toldAlerts: new ToldAlerts({ em }),
    alertHistory: new AlertHistory({ em, clock }),
    processedUpdates,
    conversationStates,
    backups,
    retention: new Retention({
      ...{ em, clock, logger, outbox, auditLog, processedUpdates, conversationStates },
      ...{ sessions, loginLinks, verifications, guesses },
    }),
    run: (work) => runInFork(database.orm, work),
    databaseState: createDatabaseProbe(database.orm),
    migrate: () => migrate(database.orm),
    close: () => {
      closing ??= backups.stop().then(database.close);
      return closing;
    },
  };
}
