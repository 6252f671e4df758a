import * as z from 'zod/mini';
import { hasUnwritable } from './characters.ts';
import { ROLES } from './user.ts';

/** What the table of users can be sorted by; `-` in front turns the order round. */
export const USER_SORT_KEYS = ['id', 'telegram_user_id', 'first_name', 'role'] as const;
export type UserSortKey = (typeof USER_SORT_KEYS)[number];
export type UserSort = UserSortKey | `-${UserSortKey}`;
export const USER_SORTS: readonly UserSort[] = USER_SORT_KEYS.flatMap((key) => [key, `-${key}` as const]);

const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 100;
const MAX_SEARCH_CHARACTERS = 100;
/** A place in the order of names holds the longest name there can be: 768 bytes in base64. */
const MAX_CURSOR_CHARACTERS = 1200;

/** A number of rows as it stands in a query string. */
const pageSize = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,2}$/)),
    z.pipe(z.transform(Number), z.int().check(z.maximum(MAX_PAGE_SIZE))),
  ),
  DEFAULT_PAGE_SIZE,
);

/** What every list of the administrators takes: how many rows, after which one, and what they contain. */
const pageQueryShape = {
  limit: pageSize,
  /** `nextCursor` of the page before. */
  cursor: z.exactOptional(z.string().check(z.maxLength(MAX_CURSOR_CHARACTERS))),
};
const searchText = z.string().check(
  z.maxLength(MAX_SEARCH_CHARACTERS),
  z.refine((text) => !hasUnwritable(text)),
);
const searchShape = { search: z.exactOptional(searchText) };

export const pageQuerySchema = z.strictObject(pageQueryShape);
export const searchedPageQuerySchema = z.strictObject({ ...pageQueryShape, ...searchShape });

/** Query of `GET /admin/get/users`. The newest come first unless told otherwise. */
export const usersQuerySchema = z.strictObject({
  ...pageQueryShape,
  /** Part of the first name, or the whole user ID or messaging ID. */
  ...searchShape,
  role: z.exactOptional(z.enum(ROLES, 'user.roleUnknown')),
  sort: z._default(z.enum(USER_SORTS as [UserSort, ...UserSort[]]), '-id'),
});

const countsByRole = z.object({ user: z.int(), basic: z.int(), advanced: z.int(), admin: z.int() });
export type CountsByRole = z.infer<typeof countsByRole>;
export const countsByRoleSchema = countsByRole;

const adminUserSchema = z.object({
  id: z.int(),
  telegram_user_id: z.int(),
  /** Empty for an administrator who was made before the first visit. */
  first_name: z.string(),
  role: z.string(),
  activeFilters: z.int(),
  /** Filters that the role allows to be active. */
  filterLimit: z.int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Answer of `GET /admin/get/users`. */
export const usersResponseSchema = z.object({
  allUsers: z.array(adminUserSchema),
  /** Users that the search and the role fit, on all pages. */
  total: z.int(),
  /** Users that the search fits, whichever role was asked for. */
  byRole: countsByRole,
  /** Active filters that each role allows. */
  limits: countsByRole,
  /** Asks for the next page; null: this is the last. */
  nextCursor: z.nullable(z.string()),
});
export type UsersResponse = z.infer<typeof usersResponseSchema>;
