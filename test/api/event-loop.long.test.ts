import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundle } from '../harness/bundle.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { named } from '../harness/own-tables.ts';
import { everyEndpoint, pairsOf, type RequestableEndpoint } from './every-endpoint.ts';
import { key, now, seen } from './present.ts';
import { forAllTests } from './shared-service.ts';

/**
 * How long a request may hold the event loop, because pings and all other reports wait: the best of some runs, as a multiple of the fixed
 * piece of work in measured-query.ts. The longest known, a digest of ten years beside the years before, takes 10 to 22: the replies about
 * the states of its days arrive together.
 */
const mostTimes = 30;

const hour = 3_600_000;
const site_id = 'busy';

const database = forAllTests(createTestDatabase);
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  await fill();
  const reader = process.env['TEST_CLICKHOUSE_READER_URL'] ?? '';
  child = fork(await bundle('test/api/programs/measured-query.ts'), [reader, database.database], {
    // Otherwise the work of V8's other threads would count, although no request waits for it.
    execArgv: ['--v8-pool-size=0'],
  });
  url = String(await told());
});

afterAll(() => child?.kill());

async function told(): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}

/**
 * Ten years with a ping a day; 208 days with a ping an hour, which is as many buckets as a report may have; and a thousand settled days
 * whose watermarks are too old to be used, each of which is checked.
 */
async function fill(): Promise<void> {
  const hours = Array.from({ length: 5000 }, (_, index) => now - index * hour);
  const days = Array.from({ length: 3650 }, (_, index) => now - index * 24 * hour);
  const views = [...hours, ...days].map((at, index) => {
    const text = `${index} ${'ü'.repeat(450)}`;
    const name = `name ${index % 500}`;
    const names = { source: name, utm_campaign: name, browser: name, os: name, country: 'NL', city: name };
    return seen(at, { site_id, page_path: `/${text}`, page_title: text, ...names });
  });
  const dropped = hours.flatMap((at) =>
    ['bot', 'excluded_ip', 'spam_referrer'].map((drop_reason) => ({ site_id, pinged_at: at, drop_reason })),
  );
  for (const pings of [views, dropped]) {
    for (let from = 0; from < pings.length; from += 2000) {
      await insertPings(database.client, pings.slice(from, from + 2000));
    }
  }
  await database.client.command({
    query: named(`insert into settled_totals (site_id, day, watermark)
      select '', toDate('2024-02-01') + number, toDateTime64(0, 3, 'UTC') from numbers(1000)
      settings max_partitions_per_insert_block = 0`),
  });
}

/** Zones with summer time: each request uses another one, so that none is cached. */
const zones = [
  ...['America/New_York', 'Australia/Sydney', 'Europe/Lisbon', 'America/Santiago'],
  ...['Pacific/Auckland', 'Europe/Athens', 'America/Denver', 'Europe/Chisinau'],
  ...['Asia/Jerusalem', 'Europe/London', 'America/Havana', 'Australia/Adelaide'],
];

const values = (count: number) => Array.from({ length: count }, (_, index) => `value ${index}`).join('|');
const query = (...pairs: [name: string, value: string][]) => new URLSearchParams(pairs).toString();

/** As long as the head of a request may be. */
const filters = query(...Array(8).fill(['filter', `source!~${values(100)}`]));
const list = `${filters}&period=all&limit=100`;
const hourly = `${query(['start', new Date(now - 4999 * hour).toISOString()])}&granularity=hour`;

const weekly = 'start=2000-01-01&end=2060-01-01&granularity=week';
const monthly = 'start=1970-01-01&end=2199-12-31&granularity=month';
const byGranularity = [`${hourly}&${filters}`, 'period=all&granularity=day', weekly, monthly];
/** One report stands for all, because the code is the same. */
const refused = { path: '/pageviews-over-time', sent: 'period=10y&granularity=hour' };

function mostExpensive({ kind, takes }: RequestableEndpoint): readonly string[] {
  if (kind === 'export') return ['period=all', 'period=all&format=jsonl', list];
  return [
    list,
    ...(takes('granularity') ? byGranularity : []),
    ...(takes('compare') ? [`${list}&compare=year`] : []),
    ...(takes('format') ? [`${list}&compare=year&format=${takes('dimensions') ? 'csv' : 'html'}`] : []),
  ];
}

const longest: Readonly<Record<string, string>> = { q: 'ü'.repeat(200) };

const asked = everyEndpoint.flatMap((endpoint) => {
  const pairs = pairsOf(endpoint).map(([name, value]): [string, string] => [name, longest[name] ?? value]);
  const own = query(...pairs);
  const path = endpoint.path.replace('/sites/blog', `/sites/${site_id}`);
  return mostExpensive(endpoint).map((sent) => ({ path, sent: own ? `${own}&${sent}` : sent }));
});

/** The longest turn of the loop during a request, as a multiple of the fixed work. */
async function holds(path: string, sent: string, zone: string): Promise<number> {
  child.send('begin');
  await told();
  const address = `${url}/api/v1${path}?${query(['site_id', site_id], ['timezone', zone])}&${sent}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  child.send('end');
  const longest = Number(await told());
  if (response.status !== 200 && !/more than 5000 buckets|at most 60|one of day/.test(text))
    throw new Error(`${response.status} ${text}`);
  return longest;
}

test('no request holds the event loop for long', async () => {
  const held: { question: string; times: number }[] = [];
  for (const { path, sent } of [refused, ...asked]) {
    // The minimum of several runs: interruptions by the compiler or garbage collection are not the request's. The first short run settles it.
    let shortest = Number.POSITIVE_INFINITY;
    for (const zone of zones) {
      if (shortest > mostTimes) shortest = Math.min(shortest, await holds(path, sent, zone));
    }
    if (shortest <= mostTimes) continue;
    held.push({ question: `${path}?${sent.slice(0, 80)}`, times: Math.round(shortest * 10) / 10 });
  }
  expect(held).toEqual([]);
});
