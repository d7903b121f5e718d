import { compare as compareParameter, match as matchParameter } from './compare.ts';
import { comparedRange } from './compared-range.ts';
import { end as endParameter, start as startParameter } from './moment.ts';
import { period as periodParameter } from './period.ts';
import { type Range, resolveRange } from './range.ts';

export const noon = '2026-11-21T12:00';

/** The ranges of a request such as `period=today&zone=Africa/Cairo`, at a moment. A `+` need not be encoded. */
export function read(query: string, now: number) {
  const sent = new URLSearchParams(query.replaceAll('+', '%2B'));
  const [start, end] = [sent.get('start'), sent.get('end')];
  const period = periodParameter.parse(sent.get('period') ?? '7d');
  const compare = compareParameter.parse(sent.get('compare') ?? 'previous');
  if (period === undefined || compare === undefined) throw new Error(`no request: ${query}`);
  const values = {
    period,
    start: start === null ? undefined : startParameter.parse(start),
    end: end === null ? undefined : endParameter.parse(end),
    timezone: { canonical: sent.get('zone') ?? 'UTC' },
  };
  const range = resolveRange(values, now);
  const match = matchParameter.parse(sent.get('match') ?? 'date');
  return { range, compared: comparedRange({ ...values, compare, match }, range) };
}

const time = (at: number) => new Date(at).toISOString().replace(/(:00\.000)?Z$/, '');

/** A range as an interval of ISO 8601, in UTC: `2026-11-01T00:00/2026-11-02T00:00`. */
export const interval = ({ start, end }: Range) => `${time(start)}/${time(end)}`;
