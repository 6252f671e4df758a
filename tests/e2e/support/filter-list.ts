import type { Page } from 'playwright/test';

/** Where the list of filters is. */
export const PATH = { path: '/filters' };

export const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

export const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

/** Taps the switch of a filter, whose input lies under its drawing. */
export const flip = (page: Page, name: string) => switchOf(page, name).click({ force: true });
