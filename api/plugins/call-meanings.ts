import { PATHS } from '#core/contracts/paths.ts';

interface CallMeaning {
  readonly group: string;
  readonly summary: string;
}

/** What each call is for, by purpose, in the order in which people meet them. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Signing in': {
    [`GET ${PATHS.status}`]: 'Tells whether somebody is signed in, and who.',
    [`POST ${PATHS.login}`]: 'Signs in by the launch data of the mini app.',
    [`POST ${PATHS.signup}`]: 'Signs in by launch data and makes an account where there is none.',
    [`POST ${PATHS.link}`]: 'Begins a log-in that a press in the chat with the bot confirms.',
    [`GET ${PATHS.linkState}`]:
      'Tells how a log-in by the chat stands; the browser that began it is signed in once it is confirmed.',
    [`POST ${PATHS.linkRedeem}`]: 'Signs in by a link that the bot gave out.',
    [`POST ${PATHS.passwordLogin}`]: 'Signs in by username and password.',
    [`POST ${PATHS.devLogin}`]: 'Signs an administrator in by the secret of the operator; there only where one is set.',
    [`GET ${PATHS.signout}`]: 'Ends the session of this browser.',
  },
  'Registration and codes': {
    [`POST ${PATHS.register}`]:
      'Begins an account with username and password, or gives one to the account that is signed in.',
    [`POST ${PATHS.forgotPassword}`]: 'Begins the way to a new password.',
    [`POST ${PATHS.messagingAccount}`]: 'Begins the move of the account to another Telegram account.',
    [`POST ${PATHS.verify}`]: 'Carries out what was begun, by the code that the bot gave.',
  },
  'The account': {
    [`GET ${PATHS.user}`]: 'Gives the account of who is signed in.',
    [`GET ${PATHS.userInfo}`]: 'Gives the first name.',
    [`GET ${PATHS.settings}`]: 'Gives language, time zone, delivery, quiet hours and pause.',
    [`PUT ${PATHS.settings}`]: 'Changes language, time zone, delivery, quiet hours or pause.',
    [`POST ${PATHS.testAlert}`]: 'Sends a test message to the chat.',
    [`PUT ${PATHS.userPassword}`]: 'Changes the password and ends the other sessions.',
    [`PUT ${PATHS.userUsername}`]: 'Changes the username.',
    [`GET ${PATHS.sessions}`]: 'Lists where the account is signed in.',
    [`DELETE ${PATHS.sessions}`]: 'Signs it out everywhere but here.',
    [`GET ${PATHS.userExport}`]: 'Gives everything that is stored about the account, as a file.',
    [`DELETE ${PATHS.deleteAccount}`]: 'Deletes the account with everything that names its user.',
  },
  Filters: {
    [`GET ${PATHS.filters}`]: 'Lists the filters with what they caught.',
    [`GET ${PATHS.filterLimit}`]: 'Tells how many filters may be active.',
    [`GET ${PATHS.combinedCount}`]: 'Tells how many filters are active.',
    [`POST ${PATHS.filterNew}`]: 'Saves a new filter.',
    [`PUT ${PATHS.filterUpdate}`]: 'Changes a filter, or switches it on or off.',
    [`DELETE ${PATHS.filterDelete}`]: 'Deletes a filter.',
    [`POST ${PATHS.preview}`]: 'Counts and shows the ads that a filter would find; stores nothing.',
    [`POST ${PATHS.histogram}`]: 'Tells how the prices of what a filter would find are spread.',
    [`GET ${PATHS.filtersRedirect}`]: 'Leads to the page of the filters.',
  },
  Alerts: {
    [`GET ${PATHS.alerts}`]: 'Lists the latest alerts that were sent.',
    [`POST ${PATHS.adHide}`]: 'Hides an ad: no more alerts about it.',
    [`DELETE ${PATHS.adHide}`]: 'Wants alerts about a hidden ad again.',
  },
  'Plans, reports and feedback': {
    [`GET ${PATHS.plans}`]: 'Lists the plans and which of them can be asked for.',
    [`POST ${PATHS.planRequest}`]: 'Asks the administrators for a plan.',
    [`POST ${PATHS.reportProblem}`]: 'Reports a problem to the administrators.',
    [`POST ${PATHS.feedback}`]: 'Rates the product.',
  },
  Administration: {
    [`GET ${PATHS.adminFigures}`]: 'Tells how the service does.',
    [`GET ${PATHS.adminUsers}`]: 'Lists users, a page at a time.',
    [`PUT ${PATHS.adminPromoteBasic}`]: 'Gives the role basic to a user.',
    [`PUT ${PATHS.adminPromoteAdvanced}`]: 'Gives the role advanced to a user.',
    [`PUT ${PATHS.adminDemoteBasic}`]: 'Takes a user down to the role basic.',
    [`PUT ${PATHS.adminDemoteUser}`]: 'Takes a user down to the role user.',
    [`DELETE ${PATHS.adminUserDelete}`]: 'Deletes the account of a user.',
    [`GET ${PATHS.adminProblems}`]: 'Lists reports of problems, a page at a time.',
    [`DELETE ${PATHS.adminProblemDelete}`]: 'Settles a report.',
    [`GET ${PATHS.adminPlanRequests}`]: 'Lists the open requests for a plan, a page at a time.',
    [`PUT ${PATHS.adminPlanGrant}`]: 'Grants a request.',
    [`PUT ${PATHS.adminPlanDecline}`]: 'Declines a request.',
    [`GET ${PATHS.adminFeedback}`]: 'Lists ratings and comments, a page at a time.',
  },
  Service: {
    [`GET ${PATHS.config}`]: 'Tells pages what they need of the settings.',
    [`GET ${PATHS.health}`]: 'Tells that the process lives.',
    [`GET ${PATHS.readiness}`]: 'Tells whether the service can serve, and what is wrong beside.',
    [`POST ${PATHS.telegramWebhook}`]:
      'Takes what Telegram pushes, with its secret; there only with `BOT_MODE=webhook`.',
  },
};

/** Purposes of the calls, in order. */
export const CALL_GROUPS = Object.keys(MEANINGS);

const byCall = new Map<string, CallMeaning>(
  Object.entries(MEANINGS).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, summary]) => [call, { group, summary }] as const),
  ),
);

/** What a call is for; null where nobody has said it. `path` is that of the route, with its `:places`. */
export function meaningOfCall(method: string, path: string): CallMeaning | null {
  return byCall.get(`${method} ${path}`) ?? null;
}
