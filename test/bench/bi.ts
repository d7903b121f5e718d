import { pageQuestions } from '../bi/page-questions.ts';
import type { Filled } from './fill/fill.ts';
import { type Line, ratioLine } from './line.ts';
import type { Service } from './service.ts';
import { median } from './statistics.ts';

interface Rounds {
  warmUps: number;
  asked: number;
}

const answerMs = 1000;
const day = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A query on a view, and the best one by hand on settled tables, which is right only while nothing changed. */
const byHand = [
  {
    name: 'visitors of a week',
    view: "select uniqExact(visitor_id) from bi.pageviews where site_id = 'blog' and date >= '{week}' and date < '{until}'",
    settled:
      "select uniqExact(visitor_id) from settled_pageviews where site_id = 'blog' and day >= '{week}' and day < '{until}'",
  },
  {
    name: 'sessions by source',
    view: "select source, count() from bi.sessions where site_id = 'blog' group by source",
    settled: "select source, count() from settled_sessions where site_id = 'blog' group by source",
  },
  {
    name: 'median focus time by device',
    view: "select device_type, median(focus_time_ms) from bi.pageviews where site_id = 'blog' group by device_type",
    settled:
      "select device_type, median(focus_time_ms) from settled_pageviews where site_id = 'blog' group by device_type",
  },
  {
    name: 'views by page',
    view: "select page_path, sum(views) from bi.pages_daily where site_id = 'blog' group by page_path",
    settled: "select page_path, count() from settled_pageviews where site_id = 'blog' group by page_path",
  },
] as const;

/**
 * Times the questions of docs/bi.md about two weeks, and views beside queries on settled tables.
 * @returns the SQL of the slowest question besides
 */
export async function measureBi(
  service: Service,
  { end }: Filled,
  rounds: Rounds,
  say: (text: string) => void,
): Promise<{ lines: Line[]; slowest: string }> {
  const lines: Line[] = [];
  let slowest = { time: 0, sql: '' };
  const [from, until] = [dateOf(end - 21 * day), dateOf(end - 7 * day)];
  for (const { text, sql } of pageQuestions()) {
    const asked = sql.replaceAll('2026-11-02', from).replaceAll('2026-11-16', until);
    const [time = Number.NaN] = await mediansOf(service, rounds, [asked]);
    if (time > slowest.time) slowest = { time, sql: asked };
    say(`${text} ${Math.round(time)} ms`);
    lines.push({
      part: 'bi',
      what: text,
      figure: `${Math.round(time)} ms`,
      target: '< 1,000 ms',
      met: time < answerMs,
    });
  }
  const week = dateOf(end - 14 * day);
  for (const { name, ...pair } of byHand) {
    const [view, settled] = [pair.view, pair.settled].map((sql) =>
      sql.replace('{week}', week).replace('{until}', until),
    );
    const [ofView = Number.NaN, ofSettled = Number.NaN] = await mediansOf(service, rounds, [
      view ?? '',
      settled ?? '',
    ]);
    say(`${name}: ${Math.round(ofView)} ms, by hand ${Math.round(ofSettled)} ms`);
    lines.push(
      ratioLine('bi', `${name}, of a query by hand`, ofView / ofSettled, {
        atMost: 1.1,
        baseline: `${Math.round(ofSettled)} ms`,
      }),
    );
  }
  const read = await rowsRead(service, byHand[0].view.replace('{week}', week).replace('{until}', until));
  const [row] = await service.query(
    `select count() as held from pageviews final where entered_at >= '${week} 00:00:00' and entered_at < '${until} 00:00:00'`,
  );
  const held = Number(row?.['held']);
  lines.push(
    ratioLine('bi', 'rows read for a week, of the rows of that week', read / held, {
      atMost: 2,
      baseline: `${held} rows`,
    }),
  );
  return { lines, slowest: slowest.sql };
}

/** The median times of queries that are asked in turn, milliseconds. */
async function mediansOf(service: Service, { warmUps, asked }: Rounds, queries: string[]): Promise<number[]> {
  const times = queries.map((): number[] => []);
  for (let round = 0; round < warmUps + asked; round++)
    for (const [index, query] of queries.entries()) {
      const began = performance.now();
      await service.query(query);
      if (round >= warmUps) times[index]?.push(performance.now() - began);
    }
  return times.map(median);
}

async function rowsRead({ clickhouseUrl }: Service, query: string): Promise<number> {
  const { origin, username, password } = new URL(clickhouseUrl);
  const response = await fetch(`${origin}/?database=tallyhouse&wait_end_of_query=1`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: query,
  });
  if (!response.ok) throw new Error(await response.text());
  return Number(JSON.parse(response.headers.get('x-clickhouse-summary') ?? '{}').read_rows);
}
