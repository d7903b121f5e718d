import { pageQuestions } from '../bi/page-questions.ts';
import { mediansInTurn } from './beside.ts';
import byHand from './bi-by-hand.json';
import type { Filled } from './fill/fill.ts';
import { type Line, line } from './line.ts';
import { askClickHouse, type Service } from './service.ts';
import type { Sizes } from './sizes.ts';

type Rounds = Pick<Sizes['reports'], 'warmUps' | 'asked'>;

const day = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * Times the questions of docs/bi.md about two weeks, and views beside queries on settled tables.
 * @returns the SQL of the slowest question besides
 */
export async function measureBi(
  service: Service,
  { end }: Filled,
  rounds: Rounds,
): Promise<{ lines: Line[]; slowest: string }> {
  const lines: Line[] = [];
  let slowest = { time: 0, sql: '' };
  const [from, week, until] = [dateOf(end - 21 * day), dateOf(end - 14 * day), dateOf(end - 7 * day)];
  for (const { text, sql } of pageQuestions()) {
    const asked = sql.replaceAll('2026-11-02', from).replaceAll('2026-11-16', until);
    const [time = Number.NaN] = await mediansOf(service, rounds, [asked]);
    if (time > slowest.time) slowest = { time, sql: asked };
    lines.push(line(text, time, { unit: ' ms', atMost: 1000 }));
  }
  const ofWeek = (sql = '') => sql.replace('{week}', week).replace('{until}', until);
  // A query on a view, and the best one by hand on settled tables, which is right only while nothing changed.
  for (const { name, view, settled } of byHand) {
    const times = await mediansOf(service, rounds, [ofWeek(view), ofWeek(settled)]);
    const [ofView = Number.NaN, ofSettled = Number.NaN] = times;
    const baseline = `${Math.round(ofSettled)} ms`;
    lines.push(line(`${name}, of a query by hand`, ofView / ofSettled, { atMost: 1.1, baseline }));
  }
  const read = await rowsRead(service, ofWeek(byHand[0]?.view));
  const held = await service.count(
    `select count() as n from pageviews final where entered_at >= '${week} 00:00:00' and entered_at < '${until} 00:00:00'`,
  );
  const baseline = `${held} rows`;
  lines.push(line('rows read for a week, of the rows of that week', read / held, { atMost: 2, baseline }));
  return { lines, slowest: slowest.sql };
}

/** The median times of queries that are asked in turn, milliseconds. */
const mediansOf = (service: Service, rounds: Rounds, queries: string[]) =>
  mediansInTurn(
    rounds,
    queries.map((query) => () => service.query(query)),
  );

async function rowsRead({ clickhouseUrl }: Service, query: string): Promise<number> {
  const parameters = { database: 'tallyhouse', wait_end_of_query: '1' };
  const { headers } = await askClickHouse(clickhouseUrl, parameters, query);
  return Number(JSON.parse(headers.get('x-clickhouse-summary') ?? '{}').read_rows);
}
