import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pageQuestions } from '../bi/page-questions.ts';
import { named } from '../harness/own-tables.ts';
import byHand from './bi-by-hand.json';
import type { Filled } from './fill/fill.ts';
import { type Line, line } from './line.ts';
import { askOf } from './reports/timing.ts';
import { type Service, serverTime } from './service.ts';
import type { Sizes } from './sizes.ts';
import { median, percentile, timesInTurn, took } from './statistics.ts';
import { targets } from './targets.ts';

/** Daily views by their first dimension, and the same sum over rows. */
const daily = [
  { view: 'days', by: 'date', sum: 'sum(pageviews)', rows: 'pageviews', sumOfRows: 'count()' },
  { view: 'pages_daily', by: 'page_path', sum: 'sum(views)', rows: 'pageviews', sumOfRows: 'count()' },
  { view: 'sources_daily', by: 'source', sum: 'sum(visits)', rows: 'sessions', sumOfRows: 'count()' },
  { view: 'places_daily', by: 'country', sum: 'sum(visits)', rows: 'sessions', sumOfRows: 'count()' },
  { view: 'devices_daily', by: 'browser', sum: 'sum(visits)', rows: 'sessions', sumOfRows: 'count()' },
  { view: 'events_daily', by: 'event', sum: 'sum(events)', rows: 'events', sumOfRows: 'count()' },
];

type Rounds = Pick<Sizes['reports'], 'warmUps' | 'asked'>;

const day = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Times the questions of docs/bi.md about two weeks, and views compared with queries on settled tables. */
export async function measureBi(service: Service, filled: Filled, rounds: Rounds): Promise<Line[]> {
  const lines: Line[] = [];
  const { end } = filled;
  const [from, week, until] = [dateOf(end - 21 * day), dateOf(end - 14 * day), dateOf(end - 7 * day)];
  const questions = pageQuestions().map(({ text, sql }) => ({
    text,
    asked: sql.replaceAll('2026-11-02', from).replaceAll('2026-11-16', until),
  }));
  for (const { text, asked } of questions) {
    const [time = Number.NaN] = await mediansOf(service, rounds, [asked]);
    lines.push(line(text, time, targets.bi));
  }
  const ofWeek = (sql = '') => named(sql).replace('{week}', week).replace('{until}', until);
  // A query on a view, and the best one by hand on settled tables, which is right only while nothing has changed.
  for (const { name, view, settled } of byHand) {
    const times = await mediansOf(service, rounds, [ofWeek(view), ofWeek(settled)]);
    const [ofView = Number.NaN, ofSettled = Number.NaN] = times;
    const baseline = `${Math.round(ofSettled)} ms`;
    lines.push(line(`${name}, of a query by hand`, ofView / ofSettled, targets.biByHand, { baseline }));
  }
  for (const { view, by, sum, rows, sumOfRows } of daily) {
    const asked = (from: string, value: string) =>
      `select ${by}, ${value} from bi.${from} where site_id = 'blog' group by ${by} settings max_threads = 1`;
    const inTurn = Array.from({ length: rounds.asked }, () => [asked(view, sum), asked(rows, sumOfRows)]);
    const cpuOf = (name: string) =>
      `medianIf(ProfileEvents['OSCPUVirtualTimeMicroseconds'], has(tables, 'bi.${name}'))`;
    const ratio = await logged(service, inTurn.flat(), `${cpuOf(view)} / ${cpuOf(rows)}`);
    lines.push(line(`CPU time of ${view} by ${by}, of the rows of ${rows}`, ratio, targets.biDaily));
  }
  const read = await rowsRead(service, ofWeek(byHand[0]?.view));
  const held = await service.count(
    `select count() as n from pageviews final where entered_at >= '${week} 00:00:00' and entered_at < '${until} 00:00:00'`,
  );
  const baseline = `${held} rows`;
  lines.push(
    line('rows read for a week, of the rows of that week', read / held, targets.biRowsRead, { baseline }),
  );
  // Last, because ClickHouse restarts for the new user.
  const looped = questions.map(({ asked }) => asked);
  lines.push(await besideUsers(service, filled, looped, rounds));
  return lines;
}

/** The time of `/overview` beside four connections of a BI user that send the questions in a loop, and without them, in turn. */
async function besideUsers(
  { dist, folder, biUrl, report }: Service,
  filled: Filled,
  questions: readonly string[],
  { asked }: Rounds,
): Promise<Line> {
  const input = 'the password of the benchmark';
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, CLICKHOUSE_HTTP_PORT: new URL(biUrl).port };
  const biUser = (...args: string[]) =>
    execFileSync(process.execPath, [join(dist, 'bi-user.js'), ...args], { env, input });
  biUser('add', 'bench', '--password-file', '-');
  const headers = { 'X-ClickHouse-User': 'bench', 'X-ClickHouse-Key': input };
  const overview = askOf({ report }, filled, '/overview');
  const [alone, beside]: [number[], number[]] = [[], []];
  let shiftMs = 0;
  // The first round does not count; odd ones are beside the users.
  for (let round = 0; round <= 10; round++) {
    let isOver = round % 2 === 0;
    const looping = [0, 6, 12, 18].map(async (first) => {
      for (let turn = first; !isOver; turn++) {
        const body = questions[turn % questions.length] ?? '';
        const response = await fetch(biUrl, { method: 'POST', headers, body });
        const text = await response.text();
        if (!response.ok) throw new Error(text);
      }
    });
    const into = round === 0 ? [] : isOver ? alone : beside;
    for (let turn = 0; turn < asked; turn++) into.push(await took(() => overview(++shiftMs)));
    isOver = true;
    await Promise.all(looping);
  }
  biUser('remove', 'bench');
  const baseline = `${Math.round(percentile(alone, 0.95))} ms`;
  const ratio = percentile(beside, 0.95) / percentile(alone, 0.95);
  return line('/overview beside four BI users, p95, of without', ratio, targets.biBeside, { baseline });
}

/** The median times of queries that are sent in turn, milliseconds. */
async function mediansOf(service: Service, rounds: Rounds, queries: string[]): Promise<number[]> {
  const works = queries.map((query) => () => service.query(query));
  return (await timesInTurn(rounds, works)).map(median);
}

const rowsRead = (service: Service, query: string) => logged(service, [query], 'max(read_rows)');

/** An aggregate of queries on views, from ClickHouse's log. @param number the aggregate */
async function logged(service: Service, queries: string[], number: string): Promise<number> {
  const start = await serverTime(service);
  for (const query of queries) await service.query(query);
  await service.command('system flush logs query_log');
  const sql = `select ${number} as n from system.query_log
    where type = 'QueryFinish' and has(databases, 'bi') and query_start_time_microseconds >= {start:DateTime64(6)}`;
  return service.count(sql, { start });
}
