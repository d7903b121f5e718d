import type { PingRow } from '@tallyhouse/ping';
import { pings as allPings, questions } from '../replay/questions.ts';

/** Few days suffice, and each of them is rebuilt for each deletion. */
const longest = 2;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const ofSite = allPings.filter(({ site_id }) => site_id === 'a');
const days = [...new Set(ofSite.map(({ pinged_at }) => dayOf(pinged_at)))].sort();
/** The days in a row with the most pings. */
const [first = ''] = days.toSorted((one, other) => pingsFrom(other) - pingsFrom(one));

function pingsFrom(day: string): number {
  const some = daysFrom(day);
  return ofSite.filter(({ pinged_at }) => some.has(dayOf(pinged_at))).length;
}

function daysFrom(day: string): Set<string> {
  return new Set(days.slice(days.indexOf(day)).slice(0, longest));
}

const kept = daysFrom(first);

/** The same pings of all sorts for any site, some of them twice, with four addresses. */
export const pingsOf = (site_id: string): PingRow[] =>
  ofSite
    .filter(({ pinged_at }) => kept.has(dayOf(pinged_at)))
    .map((ping) => ({ ...ping, site_id, ip: `203.0.113.${ping.session_id.charCodeAt(35) % 4}` }));

export const isView = ({ event }: PingRow) => event === '';
export const views = pingsOf('any').filter(isView);

/** When each session began, by its id. */
export const began = new Map<string, number>();
for (const { session_id, pinged_at } of views)
  began.set(session_id, Math.min(pinged_at, began.get(session_id) ?? pinged_at));

/** A day with traffic before it and on it. */
export const middleDay = [...kept].at(-1) ?? '';

/** The sessions that began before it. */
export const sessionsBefore = new Set(
  [...began].flatMap(([id, at]) => (at < Date.parse(middleDay) ? [id] : [])),
);

/** The visitor with the most pings since then. */
export const visitor = mostFrequent(
  views.flatMap(({ pinged_at, visitor_id }) => (pinged_at < Date.parse(middleDay) ? [] : visitor_id)),
);

function mostFrequent(ids: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** Every report and export of a site. Not how many pings were received: those that are forgotten count. */
export const reportsOf = (site: string): string[] =>
  questions
    .filter((path) => path.includes('site_id=a&') && !path.startsWith('/api/v1/pings'))
    .map((path) => path.replace('site_id=a&', `site_id=${site}&`));

/** The same of several sites together, where visitors of one site are those of another. */
export const reportsOfAll = (sites: readonly string[]): string[] =>
  reportsOf(sites.join()).filter((path) => !/\/(export|funnel|search|retention)/.test(path));
