import { Ad } from '../ads/ad.entity.ts';
import { AdEvent } from '../ads/ad-event.entity.ts';
import { AdPrice } from '../ads/ad-price.entity.ts';
import { HiddenAd } from '../ads/hidden-ad.entity.ts';
import { MarketState } from '../ads/market-state.entity.ts';
import { Alarm } from '../alarms/alarm.entity.ts';
import { AdminAudit } from '../audit/admin-audit.entity.ts';
import { GuessLimit } from '../auth/guess-limit.entity.ts';
import { LoginLink } from '../auth/login-link.entity.ts';
import { Session } from '../auth/session.entity.ts';
import { Verification } from '../auth/verification.entity.ts';
import { Feedback } from '../feedback/feedback.entity.ts';
import { Filter } from '../filters/filter.entity.ts';
import { FilterChange } from '../filters/filter-change.entity.ts';
import { IngestionRun } from '../ingestion/ingestion-run.entity.ts';
import { Source } from '../ingestion/source.entity.ts';
import { MatcherState } from '../matching/matcher-state.entity.ts';
import { Notification } from '../notifications/notification.entity.ts';
import { Recipient } from '../notifications/recipient.entity.ts';
import { SenderState } from '../notifications/sender-state.entity.ts';
import { PlanRequest } from '../plans/plan-request.entity.ts';
import { Problem } from '../problems/problem.entity.ts';
import { DeletedAccount } from '../users/deleted-account.entity.ts';
import { User } from '../users/user.entity.ts';
import { ConversationState } from './conversation-state.entity.ts';
import { ProcessedUpdate } from './processed-update.entity.ts';

/** Every table of the product. */
export const entities = [
  User,
  DeletedAccount,
  Session,
  LoginLink,
  Verification,
  GuessLimit,
  Filter,
  FilterChange,
  MatcherState,
  Source,
  IngestionRun,
  Ad,
  AdPrice,
  AdEvent,
  HiddenAd,
  MarketState,
  Notification,
  Recipient,
  SenderState,
  PlanRequest,
  AdminAudit,
  Alarm,
  Problem,
  Feedback,
  ConversationState,
  ProcessedUpdate,
];
