import { startKeepingZones } from '@tallyhouse/query/zones';
import { noSites } from '@tallyhouse/sites';
import { forAllTests } from '../api/shared-service.ts';
import { logger } from '../clickhouse/own-server.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { named } from '../harness/own-tables.ts';
import { settleDays } from '../settle/settle-days.ts';
import { startBiDatabase } from './bi-database.ts';
import { readIn } from './plan.ts';

/** What the views read of settled days (their rows: questions.test.ts); annotations; days in the zone of a site. */

const bi = forAllTests(startBiDatabase);

const at = (time: string) => Date.parse(`${time}Z`);

describe('over six settled days of two sites', () => {
  beforeAll(async () => {
    const dates = [2, 3, 4, 5, 6, 7].map((day) => `2026-10-0${day}`);
    const noons = dates.map((date) => ({ pinged_at: at(`${date}T12:00:00`) }));
    for (const site_id of ['blog', 'shop'])
      await insertPings(
        bi.client,
        noons.map((ping) => ({ site_id, ...ping })),
      );
    // On another day, something changes after it was settled.
    const late = { pinged_at: at('2026-10-20T12:00:00') };
    await insertPings(bi.client, [late]);
    const tables = ['settled_sessions', 'settled_pageviews'] as const;
    await settleDays(bi.client, [...dates, '2026-10-20', '2026-10-21'], { lagMs: 0 }, tables);
    await insertPings(bi.client, [late]);
  });

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
    const plan = await bi.rows(`explain indexes = 1, actions = 1 select uniq(visitor_id) ${where}`);
    const read = readIn(plan.join('\n'), named(`${bi.database}.settled_${view}`));
    expect(read).toEqual({ days, bySite: true });
    expect(await bi.rows(`select count() ${where}`)).toEqual([[days]]);
  });

  test('without is_new, sessions read no visitors', async () => {
    const plan = async (columns: string) =>
      JSON.stringify(await bi.rows(`explain select ${columns} from bi.sessions`));
    expect(await plan('sum(is_new)')).toContain(`${bi.database}.visitors`);
    expect(await plan('count(), sum(duration_ms)')).not.toContain(`${bi.database}.visitors`);
  });
});

test('an annotation has a row for each site that it concerns, as it stands', async () => {
  const pinged_at = Date.UTC(2026, 10, 21, 12);
  for (const site_id of ['blog', 'shop']) await insertPings(bi.client, [{ pinged_at, site_id }]);
  const id = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;
  await bi.client.command({
    query: `insert into annotations (annotation_id, version, at, until, text, sites, site_ids, kind, is_deleted) values
      ('${id(1)}', 1, '2026-11-21 12:00:00', null, 'before', ['docs'], ['docs'], 'note', false),
      ('${id(1)}', 2, '2026-11-21 12:00:00', null, 'v2', ['@all', 'new'], ['blog', 'new'], 'release', false),
      ('${id(2)}', 1, '2026-11-21 12:00:00', '2026-11-21 13:00:00', 'down', ['*'], [], 'outage', false),
      ('${id(3)}', 1, '2026-11-21 12:00:00', null, 'gone', ['blog'], ['blog'], 'note', false),
      ('${id(3)}', 2, '2026-11-21 12:00:00', null, '', ['blog'], ['blog'], 'note', true)`,
  });
  const columns = 'annotation_id, site_id, toString(at), toString(until), text, kind';
  const found = await bi.rows(
    `select ${columns} from bi.annotations where site_id in ('blog', 'shop', 'new') order by annotation_id, site_id`,
  );
  const [noon, one] = ['2026-11-21 12:00:00.000', '2026-11-21 13:00:00.000'];
  expect(found).toEqual([
    [id(1), 'blog', noon, null, 'v2', 'release'],
    [id(1), 'new', noon, null, 'v2', 'release'],
    [id(2), 'blog', noon, one, 'down', 'outage'],
    [id(2), 'shop', noon, one, 'down', 'outage'],
  ]);
});

describe('in the time zones of sites, which the query app copies from the sites file,', () => {
  let sites = noSites;
  let apps: ReturnType<typeof startKeepingZones>[] = [];
  beforeAll(() => {
    const deps = { client: bi.client, sites: () => sites, logger, lookMs: 50 };
    apps = [startKeepingZones(deps), startKeepingZones(deps)];
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

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
    for (const event of ['', 'Signup'])
      await insertPings(
        bi.client,
        sent.map(({ site_id, at }) => ({ site_id, pinged_at: at, event })),
      );
    await settleDays(bi.client, ['2026-10-25']);
    say(Object.fromEntries(zones.map((zone) => [zone.replace('/', '-'), zone])));
    const expected = sent.map(({ zone, site_id, at }) => [site_id, at, localDate(at, zone)]).sort();
    const of = async (view: string, time: string) => {
      const columns = `site_id, toUnixTimestamp64Milli(${time}) as at, local_date`;
      return (await bi.rows(`select ${columns} from bi.${view} where match(site_id, '-|UTC')`)).sort();
    };
    await eventually(() => of('sessions', 'first_seen_at'), expected);
    expect(await of('pageviews', 'entered_at')).toEqual(expected);
    expect(await of('events', 'occurred_at')).toEqual(expected);
  });

  test('a changed zone holds for all history, and a site without one has UTC', async () => {
    const at = Date.parse('2026-11-20T23:30:00Z');
    await insertPings(bi.client, [{ site_id: 'moved', pinged_at: at }]);
    // Written while the server's clock was ahead.
    await bi.client.command({
      query: "insert into site_zones (kept_at) values (now64(3, 'UTC') + interval 1 hour)",
    });
    const zoned = 'select timezone, local_date from bi.sites join bi.sessions using (site_id)';
    const found = () => bi.rows(`${zoned} where site_id = 'moved'`);
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
