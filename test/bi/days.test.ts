import type { PingRow } from '@tallyhouse/ping';
import { startKeepingZones } from '@tallyhouse/query/zones';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { noSites } from '@tallyhouse/sites';
import { logger, rowsOf } from '../clickhouse/own-server.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { named } from '../harness/own-tables.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';
import { readIn } from './plan.ts';

/** The views over settled days, some of which change; annotations; days in the zone of a site. */

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

test('an annotation has a row for each site that it concerns, as it stands', async () => {
  const at = Date.UTC(2026, 10, 21, 12);
  await insertPings(
    db.client,
    ['blog', 'shop'].map((site_id) => ({ pinged_at: at, site_id })),
  );
  const id = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;
  await db.client.command({
    query: `insert into annotations (annotation_id, version, at, until, text, sites, site_ids, kind, is_deleted) values
      ('${id(1)}', 1, '2026-11-21 12:00:00', null, 'before', ['docs'], ['docs'], 'note', false),
      ('${id(1)}', 2, '2026-11-21 12:00:00', null, 'v2', ['@all', 'new'], ['blog', 'new'], 'release', false),
      ('${id(2)}', 1, '2026-11-21 12:00:00', '2026-11-21 13:00:00', 'down', ['*'], [], 'outage', false),
      ('${id(3)}', 1, '2026-11-21 12:00:00', null, 'gone', ['blog'], ['blog'], 'note', false),
      ('${id(3)}', 2, '2026-11-21 12:00:00', null, '', ['blog'], ['blog'], 'note', true)`,
  });
  const columns = 'annotation_id, site_id, toString(at), toString(until), text, kind';
  expect(
    await bi.rows(
      `select ${columns} from bi.annotations where site_id in ('blog', 'shop', 'new') order by annotation_id, site_id`,
    ),
  ).toEqual([
    [id(1), 'blog', '2026-11-21 12:00:00.000', null, 'v2', 'release'],
    [id(1), 'new', '2026-11-21 12:00:00.000', null, 'v2', 'release'],
    [id(2), 'blog', '2026-11-21 12:00:00.000', '2026-11-21 13:00:00.000', 'down', 'outage'],
    [id(2), 'shop', '2026-11-21 12:00:00.000', '2026-11-21 13:00:00.000', 'down', 'outage'],
  ]);
});

describe('in the time zones of sites, which the query app copies from the sites file,', () => {
  let sites = noSites;
  let apps: ReturnType<typeof startKeepingZones>[] = [];
  beforeAll(() => {
    const deps = { client: db.client, sites: () => sites, logger, lookMs: 50 };
    apps = [startKeepingZones(deps), startKeepingZones(deps)];
  });
  afterAll(() => {
    for (const app of apps) app.close();
  });

  const say = (zones: Record<string, string>) => {
    const named = Object.entries(zones).map(([site, timezone]) => [site, { timezone }] as const);
    sites = { ...noSites, sites: new Map(named) };
  };

  const zones = ['Europe/Berlin', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'];
  /** Around midnight and around clock changes: Apia skips a date, Havana skips and repeats midnights. */
  const moments = [
    ['2011-12-29T10:00:00Z', '2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z', '2026-03-08T04:59:59Z'],
    ['2026-03-08T05:00:00Z', '2026-11-01T04:30:00Z', '2026-11-01T05:30:00Z', '2026-03-28T22:59:59Z'],
    ['2026-03-29T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
    ['2026-04-04T13:00:00Z', '2026-04-04T13:29:59Z', '2026-07-31T18:14:59Z', '2026-07-31T18:15:00Z'],
  ]
    .flat()
    .map((text) => Date.parse(text));

  const localDate = (at: number, timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);

  test('each row has the day of its time in the zone of its site, whatever the zone, live and settled', async () => {
    const sent = [...zones, 'UTC'].flatMap((zone) =>
      moments.map((at) => ({ zone, site_id: zone.replace('/', '-'), at })),
    );
    await insertPings(
      db.client,
      sent.flatMap(({ site_id, at }) => [
        { site_id, pinged_at: at },
        { site_id, pinged_at: at, event: 'Signup' },
      ]),
    );
    for (const table of settledTables) await rebuildDay(db.client, table, '2026-10-25', { lagMs: 0 });
    say(Object.fromEntries(zones.map((zone) => [zone.replace('/', '-'), zone])));
    const expected = sent.map(({ zone, site_id, at }) => [site_id, at, localDate(at, zone)]).sort();
    const of = (view: string, time: string) =>
      bi.rows(
        `select site_id, toUnixTimestamp64Milli(${time}) as at, local_date from bi.${view} where match(site_id, '-|UTC')`,
      );
    await eventually(async () => (await of('sessions', 'first_seen_at')).sort(), expected);
    expect((await of('pageviews', 'entered_at')).sort()).toEqual(expected);
    expect((await of('events', 'occurred_at')).sort()).toEqual(expected);
  });

  test('a changed zone holds for all history, and a site without one has UTC', async () => {
    const at = Date.parse('2026-11-20T23:30:00Z');
    await insertPings(db.client, [{ site_id: 'moved', pinged_at: at }]);
    const found = () =>
      bi.rows(
        `select timezone, local_date from bi.sites join bi.sessions using (site_id) where site_id = 'moved'`,
      );
    for (const [zone, date] of [
      ['Europe/Berlin', '2026-11-21'],
      ['America/New_York', '2026-11-20'],
      ['Asia/Calcutta', '2026-11-21'],
    ] as const) {
      say({ other: 'Asia/Tokyo', moved: zone });
      await eventually(found, [[zone, date]]);
    }
    say({});
    await eventually(found, [['UTC', '2026-11-20']]);
  });
});
