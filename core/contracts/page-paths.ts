/** The path of every page of the mini app, once for the pages and the server. `:name` stands for a value. */
const PAGE_PATHS = [
  '/',
  '/signup',
  '/login',
  '/main',
  '/filters',
  '/filters/new',
  '/filters/update/:filterId',
  '/profile',
  '/alerts',
  '/plans',
  '/report-problem',
  '/how-it-works',
  '/contact',
  '/privacy',
  '/dev-login',
  '/admin',
  '/admin/console',
  '/admin/reported-problems',
] as const;
export type PagePath = (typeof PAGE_PATHS)[number];

const PAGE = new RegExp(`^(${PAGE_PATHS.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|')})/?$`);

/** Whether a page lives at a path in lower case; a page that shows that there is none is shown anywhere. */
export function isPagePath(path: string): boolean {
  return PAGE.test(path);
}
