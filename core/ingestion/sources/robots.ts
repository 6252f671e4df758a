import robotsModule from 'robots-parser';
import type { HttpAnswer } from './http-get.ts';

// Its types speak of an ES module, but what Node imports is the function itself.
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

export interface RobotRules {
  allows(url: URL): boolean;
  readonly crawlDelayMs: number;
}

/** A longer wish is a slip of the site, or a way of saying no that robots.txt has other words for. */
const MAX_CRAWL_DELAY_S = 60;
/** Rules further down are not read. */
const MAX_LENGTH = 500_000;

/** The rules for a robot of this name from the answer to robots.txt. A site that has none (4xx) allows everything. */
export function readRobots(address: URL, answer: HttpAnswer, robotName: string): RobotRules {
  const text = answer.status === 200 ? answer.body.toString('utf8').slice(0, MAX_LENGTH) : '';
  const robots = robotsParser(address.href, text);
  return {
    allows: (url) => robots.isAllowed(url.href, robotName) ?? true,
    crawlDelayMs: Math.min(robots.getCrawlDelay(robotName) ?? 0, MAX_CRAWL_DELAY_S) * 1000,
  };
}
