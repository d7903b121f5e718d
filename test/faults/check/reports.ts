import { expectAgreement } from '../../oracle/agree.ts';
import type { Goal } from '../../oracle/goal.ts';
import { paths } from '../../oracle/request/reports.ts';
import type { ReportRequest } from '../../oracle/request/request.ts';
import { urlOf } from '../../oracle/request/url.ts';
import type { Site } from '../../oracle/site.ts';
import { type Reporting, withQuery } from './query.ts';

const day = 86_400_000;

export interface SiteQuestion extends ReportRequest {
  siteId: string;
}

/** A question and the answer that was given to it, byte by byte. */
export interface Answer {
  question: SiteQuestion;
  path: string;
  text: string;
}

/** @param now the current time of the query service, milliseconds since 1970 */
export async function askAll(
  place: Reporting,
  questions: readonly SiteQuestion[],
  now: number,
): Promise<Answer[]> {
  return withQuery(place, now, async (ask) => {
    const answers: Answer[] = [];
    for (const question of questions) {
      const path = urlOf(question, question.siteId);
      answers.push({ question, path, text: await ask(path) });
    }
    return answers;
  });
}

/** All but the account of received pings: its pings are those of every sender, also dropped ones. */
const reportPaths = paths.filter((path) => path !== '/pings');

/** Every report and export about a site, over all of its time. */
export function overall(siteId: string, now: number): SiteQuestion[] {
  const end = nextHour(now);
  const all = { ...usual, siteId, ...spoken(end - 3 * day, end + day), granularity: 'day' } as const;
  return reportPaths.map((path) => ({ ...all, path, filters: [], goals: [] }));
}

/** Every report and export about a part of it. */
export function inPart(siteId: string, now: number): SiteQuestion[] {
  const end = nextHour(now);
  return reportPaths.map((path) => ({
    ...usual,
    siteId,
    path,
    ...spoken(end - 5_400_000, end - 1_800_001),
    timezone: 'Asia/Kathmandu',
    format: 'jsonl',
    granularity: path === '/retention' ? 'day' : 'hour',
    goals: [[{ dimension: 'event', operator: ':', values: ['Signup'] }], onPages('/blog/')],
    filters: [{ dimension: 'source', operator: '!:', values: ['Google'] }, ...onPages('BLOG', 'about')],
  }));
}

const onPages = (...parts: string[]): Goal => [{ dimension: 'page', operator: '~', values: parts }];

const usual: Omit<
  ReportRequest,
  keyof ReturnType<typeof spoken> | 'path' | 'filters' | 'goals' | 'granularity'
> = {
  site: ['a'],
  timezone: 'UTC',
  limit: 100,
  offset: undefined,
  q: 'SECOND',
  page: '/blog/second',
  question: {
    dimensions: ['source', 'page'],
    metrics: ['visits', 'pageviews'],
    sort: undefined,
    compare: false,
  },
  steps: [onPages('/'), onPages('blog')],
  by: undefined,
  within: undefined,
  depth: undefined,
  vitalsBy: undefined,
  anchoredAt: undefined,
  dimension: 'entry_page',
  event: 'Signup',
  ofEvent: false,
  property: undefined,
  format: 'csv',
  raw: false,
};

/** Whole hours, so that the requests do not depend on the duration of the test. */
const nextHour = (now: number) => Math.ceil(now / 3_600_000) * 3_600_000;

const spoken = (start: number, end: number) => ({
  parameters: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  range: { start, end },
  before: { start: start - (end - start), end: start },
  compare: 'previous',
  compared: { start: start - (end - start), end: start },
});

/** Compares answers with the expected ones. @returns the first differences */
export function disagreements(answers: readonly Answer[], sites: readonly Site[], now: number): string[] {
  const found: string[] = [];
  for (const { question, path, text } of answers) {
    const site = sites.find(({ ids }) => ids[0] === question.siteId);
    if (!site) throw new Error(`nothing of ${question.siteId} is stored`);
    const { limit = 20, offset = 0, ...rest } = question;
    try {
      const asked = { text: question.siteId, several: false };
      expectAgreement(question, { ...rest, asked, site, sites: [...sites], limit, offset, now }, text);
    } catch (error) {
      found.push(`${path}\n${String(error).slice(0, 2000)}`);
      if (found.length === 3) break;
    }
  }
  return found;
}
