/** Days in the time zone of a site. The query app copies zones from the sites file for the views. */
import { startKeepingZones } from '@tallyhouse/query/zones';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { noSites } from '@tallyhouse/sites';
import { logger } from '../clickhouse/own-server.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';

let db: TestDatabase;
let bi: BiDatabase;
let sites = noSites;
let apps: ReturnType<typeof startKeepingZones>[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
  const deps = { client: db.client, sites: () => sites, logger, lookMs: 50 };
  apps = [startKeepingZones(deps), startKeepingZones(deps)];
});
afterAll(async () => {
  for (const app of apps) app.close();
  await bi.drop();
  await db.drop();
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
    bi.rows(`select site_id, toUnixTimestamp64Milli(${time}) as at, local_date from bi.${view}`);
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
