import { chosenPageviews, chosenSessions, type Range } from '../chosen.ts';
import { percentage, rounded } from '../rounded.ts';
import { bounced, duration } from './overview.ts';
import { type Asked, distinct, sum, type Told } from './report.ts';

/** A fraction: of whole numbers, so that differences are exact. */
type Fraction = readonly [numerator: number, denominator: number];

/** Each metric of a period, beside that of the equally long one that ends where this one begins. */
export function insights(asked: Asked): Told {
  const { start, end } = asked.range;
  const current = metrics(asked, asked.range);
  const previous = metrics(asked, { start: start - (end - start), end: start });
  const names = Object.keys(current) as (keyof typeof current)[];
  return {
    data: Object.fromEntries(names.map((name) => [name, compared(current[name], previous[name])])),
  };
}

function metrics({ site, filters }: Asked, range: Range) {
  const pageviews = chosenPageviews(site, range, filters);
  const sessions = chosenSessions(site, range, filters);
  return {
    pageviews: [pageviews.length, 1],
    unique_visitors: [distinct(pageviews.map((pageview) => pageview.visitor_id)), 1],
    sessions: [sessions.length, 1],
    bounce_rate: [100 * sessions.filter(bounced).length, sessions.length],
    avg_session_duration_seconds: [sum(sessions.map(duration)), 1000 * sessions.length],
  } satisfies Record<string, Fraction>;
}

function compared(current: Fraction, previous: Fraction) {
  const [[a, b], [c, d]] = [current, previous];
  return {
    current: rounded(a, b),
    previous: rounded(c, d),
    change: rounded(a * d - c * b, b * d),
    growth_rate: percentage(a * d - c * b, b * c),
  };
}
