/** Every path that the API answers, once for routes and client. `:name` stands for a value, see `pathWith`. */
export const PATHS = {
  status: '/api/auth/status',
  signout: '/api/auth/signout',
  login: '/auth/login',
  signup: '/auth/signup',
  link: '/auth/link',
  linkState: '/auth/link/:linkId',
  linkRedeem: '/auth/link/redeem',
  register: '/auth/register',
  verify: '/auth/verify',
  passwordLogin: '/auth/password-login',
  forgotPassword: '/auth/forgot-password',
  devLogin: '/auth/dev-login',
  user: '/api/get/user',
  userInfo: '/filters/get/user-info',
  filterLimit: '/filters/get/filter-limit',
  combinedCount: '/filters/get/combined-count',
  filters: '/filters/get/filters',
  filtersRedirect: '/api/filters/get',
  filterNew: '/filters/new',
  filterUpdate: '/filters/update/:filterId',
  filterDelete: '/filters/delete/:filterId',
  preview: '/api/filters/preview',
  histogram: '/api/market/histogram',
  settings: '/api/user/settings',
  testAlert: '/api/user/test-alert',
  userExport: '/api/user/export',
  deleteAccount: '/api/user/delete-account',
  userPassword: '/api/user/password',
  userUsername: '/api/user/username',
  messagingAccount: '/api/user/messaging-account',
  sessions: '/api/user/sessions',
  alerts: '/api/alerts',
  adHide: '/api/ads/:adId/hide',
  reportProblem: '/api/report-problem',
  feedback: '/api/feedback',
  plans: '/api/plans',
  planRequest: '/api/plans/request',
  adminFigures: '/admin/get/figures',
  adminUsers: '/admin/get/users',
  adminUserDelete: '/admin/delete/user/:userId',
  adminPromoteBasic: '/admin/promote/basic/:userId',
  adminPromoteAdvanced: '/admin/promote/advanced/:userId',
  adminDemoteBasic: '/admin/demote/basic/:userId',
  adminDemoteUser: '/admin/demote/user/:userId',
  adminProblems: '/admin/get/reported-problems',
  adminProblemDelete: '/admin/delete/reported-problem/:problemId',
  adminPlanRequests: '/admin/get/plan-requests',
  adminPlanGrant: '/admin/grant/plan-request/:requestId',
  adminPlanDecline: '/admin/decline/plan-request/:requestId',
  adminFeedback: '/admin/get/feedback',
  config: '/api/config',
  telegramWebhook: '/telegram/webhook',
  health: '/healthz',
  readiness: '/readyz',
} as const;

/** Fills the places of a path: `pathWith(PATHS.filterUpdate, { filterId: 7 })` is `/filters/update/7`. */
export function pathWith(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
}

/** Below these no page of the mini app lives, so an unknown path there is answered as JSON. */
const API_ONLY =
  /^\/(api|auth|telegram|docs|healthz|readyz|filters\/(get|delete)|admin\/(get|delete|promote|demote|grant|decline))(\/|$)/;

/** Whether a path can only be a call. `/filters/new` and `/filters/update/7` are calls and pages, by their method. */
export function isApiPath(path: string): boolean {
  return API_ONLY.test(path);
}
