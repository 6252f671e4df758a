import * as z from 'zod/mini';
import { countsByRoleSchema } from './admin-users.ts';

/**
 * How a source does: read lately; the last try failed; not read for too long; not switched on here (its ads came from
 * files, or the settings name another).
 */
const SOURCE_STATES = ['healthy', 'failing', 'silent', 'off'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

const sourceFiguresSchema = z.object({
  id: z.string(),
  state: z.enum(SOURCE_STATES),
  /** When a list page was last read. */
  lastReadAt: z.nullable(z.string()),
  /** When all list pages had last been gone through, and how long that took. */
  lastSweepAt: z.nullable(z.string()),
  lastSweepMinutes: z.nullable(z.int()),
  /** Requests and pages that failed today. */
  failuresToday: z.int(),
  rowsToday: z.int(),
  /** Rows of today that could not be read. */
  badRowsToday: z.int(),
});
export type SourceFigures = z.infer<typeof sourceFiguresSchema>;

/** Answer of `GET /admin/get/figures`. Days and hours are those of Europe/Riga. */
export const figuresResponseSchema = z.object({
  /** When the figures were taken. */
  at: z.string(),
  users: z.object({ total: z.int(), today: z.int(), byRole: countsByRoleSchema }),
  filters: z.object({ active: z.int(), total: z.int() }),
  ads: z.object({
    /** Seen for the first time today, and put back to the top today. */
    new: z.int(),
    renewed: z.int(),
  }),
  alerts: z.object({
    /** Sent today; of them those of a fallen price. */
    sent: z.int(),
    priceDrops: z.int(),
    /** Sent in each hour that has begun today, the first from midnight; on the days of a change of clock 23 or 25 at most. */
    byHour: z.array(z.object({ from: z.string(), sent: z.int() })),
  }),
  outbox: z.object({
    /** Alerts and messages that could go out now. */
    waiting: z.int(),
    oldestWaitingSeconds: z.nullable(z.number()),
    /** Given up; `vanags outbox retry` tries them again. */
    dead: z.int(),
  }),
  sources: z.array(sourceFiguresSchema),
  problems: z.int(),
  planRequests: z.int(),
  feedback: z.int(),
});
export type FiguresResponse = z.infer<typeof figuresResponseSchema>;
