/** The views over settled days, some of which change. */
import type { PingRow } from '@tallyhouse/ping';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { rowsOf } from '../clickhouse/own-server.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { named } from '../harness/own-tables.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';
import { readIn } from './plan.ts';

let db: TestDatabase;
let bi: BiDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
});
afterAll(async () => {
  await bi.drop();
  await db.drop();
});

const at = (time: string) => Date.parse(`${time}Z`);

async function settle(...dates: string[]): Promise<void> {
  const names = ['settled_sessions', 'settled_pageviews', 'settled_totals'];
  const tables = settledTables.filter(({ name }) => names.includes(name));
  for (const date of dates)
    await Promise.all(tables.map((table) => rebuildDay(db.client, table, date, { lagMs: 0 })));
}

/** One session, whose id has the time of its first ping. Its days have no other pings, so nothing else makes them stale. */
interface Changed {
  site: string;
  pings: [string, ...string[]];
  settled: string[];
  later: [time: string, more?: Partial<PingRow>];
  expected: Record<string, unknown[][]>;
}
const daysOf = 'select date, pageviews, sessions from bi.days';

const changes: [name: string, Changed][] = [
  [
    'a pageview after midnight changes the next day',
    {
      site: 'late',
      pings: ['2026-11-03T23:50:00', '2026-11-04T00:10:00'],
      settled: ['2026-11-03', '2026-11-04'],
      later: ['2026-11-04T00:20:00'],
      expected: {
        'select date from bi.pageviews': [['2026-11-03'], ['2026-11-04'], ['2026-11-04']],
        [daysOf]: [
          ['2026-11-03', 1, 1],
          ['2026-11-04', 2, 0],
        ],
      },
    },
  ],
  [
    'a ping of minutes before the time in its id changes the day before',
    {
      site: 'early',
      pings: ['2026-11-07T00:05:00'],
      settled: ['2026-11-06', '2026-11-07'],
      later: ['2026-11-06T23:58:00'],
      expected: {
        'select date, pageviews from bi.sessions': [['2026-11-06', 2]],
        [daysOf]: [
          ['2026-11-06', 1, 1],
          ['2026-11-07', 1, 0],
        ],
      },
    },
  ],
  [
    'an earlier first ping changes the source of the pageviews on the next day',
    {
      site: 'long',
      pings: ['2026-11-10T23:50:00', '2026-11-11T00:10:00'],
      settled: ['2026-11-10', '2026-11-11'],
      later: ['2026-11-10T23:46:00', { source: 'Newsletter' }],
      expected: {
        'select date, source, is_exit from bi.pageviews': [
          ['2026-11-10', 'Newsletter', false],
          ['2026-11-10', 'Newsletter', false],
          ['2026-11-11', 'Newsletter', true],
        ],
      },
    },
  ],
];

test.each(changes)('%s', async (_name, { site, pings, settled, later: [time, more], expected }) => {
  const begun = at(pings[0]);
  const session = { site_id: site, session_id: uuid7(begun), visitor_id: uuid7(begun) };
  const view = (pinged_at: number) => ({ ...session, pinged_at, pageview_id: uuid7(pinged_at) });
  await insertPings(
    db.client,
    pings.map((ping) => view(at(ping))),
  );
  await settle(...settled);
  await insertPings(db.client, [{ ...view(at(time)), ...more }]);
  for (const [query, rows] of Object.entries(expected)) {
    const found = await bi.rows(`${query} where site_id = '${site}'`);
    expect([query, found.sort()]).toEqual([query, rows]);
  }
});

describe('over six settled days of two sites', () => {
  beforeAll(async () => {
    const dates = [2, 3, 4, 5, 6, 7].map((day) => `2026-10-0${day}`);
    await insertPings(
      db.client,
      dates.flatMap((date) =>
        ['blog', 'shop'].map((site_id) => ({ site_id, pinged_at: at(`${date}T12:00:00`) })),
      ),
    );
    await settle(...dates);
  });

  async function readOf(table: string, query: string) {
    const explained = `explain indexes = 1, actions = 1 ${query.replaceAll('bi.', `${bi.names.bi}.`)}`;
    const lines = await rowsOf(db.client, explained);
    const plan = lines.map((line) => String(Object(line).explain)).join('\n');
    return readIn(plan, named(`${db.database}.${table}`));
  }

  const [from, to] = ['2026-10-03', '2026-10-05'];
  const zoned = (date: string) => `toDateTime('${date} 00:00:00', 'UTC')`;
  const filters = [
    { view: 'pageviews', time: 'entered_at' },
    { view: 'sessions', time: 'first_seen_at' },
  ].flatMap(({ view, time }) => [
    { view, days: 6, filter: `date < '2026-10-08'` },
    { view, days: 2, filter: `date >= '${from}' and date < '${to}'` },
    { view, days: 2, filter: `${time} >= '${from} 00:00:00' and ${time} < '${to} 00:00:00'` },
    { view, days: 2, filter: `${time} >= ${zoned(from)} and ${time} < ${zoned(to)}` },
  ]);

  test.each(filters)('$view reads the days of: $filter', async ({ view, filter, days }) => {
    const where = `from bi.${view} where site_id = 'blog' and ${filter}`;
    const read = await readOf(`settled_${view}`, `select uniq(visitor_id) ${where}`);
    expect(read).toEqual({ days, bySite: true });
    expect(await bi.rows(`select count() ${where}`)).toEqual([[days]]);
  });

  test('without is_new, sessions read no visitors', async () => {
    const plan = async (columns: string) =>
      JSON.stringify(await rowsOf(db.client, `explain select ${columns} from ${bi.names.bi}.sessions`));
    expect(await plan('sum(is_new)')).toContain(`${db.database}.visitors`);
    expect(await plan('count(), sum(duration_ms)')).not.toContain(`${db.database}.visitors`);
  });
});
