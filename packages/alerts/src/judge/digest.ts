import type { Ask } from '@tallyhouse/service';
import type { Alert } from '@tallyhouse/sites';
import { hoursOf, newestDigest } from './local-time.ts';
import type { Judge, Watch } from './verdict.ts';

const dueOf = (rule: Alert, at: number, zone: string) =>
  newestDigest(rule.every ?? 'day', hoursOf(rule), at, zone);

/** A digest is due at the first of its hours. */
export const judgeDigest: Judge = async (watches, { now }) =>
  watches.map((watch) => {
    const { begin, until } = dueOf(watch.rule, now, watch.zone);
    return { ...watch, holds: now < until, begin, value: null, expected: null };
  });

/** The body of the mail, about the day, week or month before it was due. @param at when it was due, milliseconds since 1970 */
export async function digestOf(ask: Ask, { rule, site, zone }: Watch, at: number): Promise<string> {
  const { dates } = dueOf(rule, at, zone);
  const answer = await ask('/digest', { site_id: site, format: 'html', timezone: zone, ...dates });
  return answer.text();
}
