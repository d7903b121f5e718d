import { randomUUID } from 'node:crypto';
import { startMarkLoop, startSettingsMarks } from '@tallyhouse/annotations/marks';
import { singleServer } from '@tallyhouse/cluster';
import { pingRetention, setPingRetention } from '@tallyhouse/schema';
import { createLogger } from '@tallyhouse/service';
import { noSites, toSites } from '@tallyhouse/sites';
import { forAllTests } from '../api/shared-service.ts';
import { deleteFrom } from '../delete/database.ts';
import { bundle } from '../harness/bundle.ts';
import { createTestDatabase, insertPings, rowsOf, type TestDatabase } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { startProgram } from '../harness/program.ts';
import { emptyTables } from '../settle/empty-tables.ts';

/** What the service marks by itself: each fact once, however many processes know it. */

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 21, 12);
const logger = createLogger('test', 'error');

const db = forAllTests(createTestDatabase);
beforeEach(() => emptyTables(db));

const marks = () =>
  rowsOf<{ kind: string; line: string }>(
    db.client,
    `select kind, concat(toString(sites), ' ', toString(at), ' ', ifNull(toString(until), '-'), ' ', text) as line
    from annotations where not (kind = 'settings' and is_deleted) order by kind, at, line`,
  );
const linesOf = async () => (await marks()).map(({ kind, line }) => `${kind} ${line}`);

/** Two processes look, until each of them has noted that it is alive after that. */
async function look(now: number, more: TestDatabase['client'][] = []): Promise<void> {
  const loops = Array.from({ length: 2 }, () => {
    let looks = 0;
    const ready = async () => void looks++;
    return {
      looks: () => looks,
      ...startMarkLoop([db.client, ...more], logger, {
        clock: () => now,
        lookMs: 10,
        pauseFactor: 1,
        ready,
        pingRetention,
      }),
    };
  });
  await eventually(async () => loops.every((loop) => loop.looks() > 1), true);
  await Promise.all(loops.map((loop) => loop.close()));
}

const pings = (at: number, count: number, received_at = at, site_id = 'blog') =>
  Array.from({ length: count }, (_, number) => ({
    ping_id: randomUUID(),
    pinged_at: at + number * 1000,
    received_at: received_at + number * 1000,
    site_id,
  }));

test('an outage when it ends, never at the first start, also after a clock that was ahead', async () => {
  await look(noon + 400 * day);
  await look(noon);
  await look(noon + 4 * 60_000);
  expect(await linesOf()).toEqual([]);
  await look(noon + 9 * 60_000);
  await look(noon + hour);
  await look(noon + hour);
  expect(await linesOf()).toEqual([
    "outage ['*'] 2026-11-21 12:04:00.000 2026-11-21 12:09:00.000 Outage: nothing could be stored.",
    "outage ['*'] 2026-11-21 12:09:00.000 2026-11-21 13:00:00.000 Outage: nothing could be stored.",
  ]);
});

const away = async () => {
  throw new Error('a shard is away');
};
test.each([
  ['a look takes long', { pauseFactor: 100_000 }],
  ['another shard is away', { pauseFactor: 1, allReady: away }],
])('no outage where %s', async (_, options) => {
  let now = noon;
  const loop = startMarkLoop([db.client], logger, { clock: () => now, lookMs: 10, ...options });
  const seen = () => rowsOf(db.client, 'select toString(max(seen_at)) as at from heartbeats');
  for (const minutes of ['12:00', '12:04', '12:08']) {
    now = Date.parse(`2026-11-21T${minutes}:00Z`);
    await eventually(seen, [{ at: `2026-11-21 ${minutes}:00.000` }]);
  }
  await loop.close();
  expect(await linesOf()).toEqual([]);
});

test('hours without data, once there is some again, where four weeks say that there should be', async () => {
  const weeks = [1, 2, 3, 4].flatMap((week) =>
    [9, 10, 11, 12].flatMap((at) => [
      ...pings(noon + (at - 12) * hour - week * 7 * day, 10),
      ...pings(noon + (at - 12) * hour - week * 7 * day, at === 10 ? 9 : 10, undefined, 'quiet'),
      ...pings(noon + (at - 12) * hour - week * 7 * day, at === 11 ? 10 : 1, undefined, 'weekly'),
    ]),
  );
  await insertPings(db.client, [
    ...weeks,
    ...pings(noon - 3 * hour, 10),
    ...pings(noon - 3 * hour, 10, undefined, 'quiet'),
    ...pings(noon - 3 * hour, 1, undefined, 'weekly'),
  ]);
  // Delivered again: rows of the same pings.
  await insertPings(
    db.client,
    weeks.filter(({ site_id }) => site_id === 'quiet'),
  );
  await look(noon);
  expect(await linesOf()).toEqual([]);
  const back = ['blog', 'quiet', 'weekly'].flatMap((site) => pings(noon + 60_000, 1, undefined, site));
  await insertPings(db.client, [...back, ...pings(noon - hour, 1, undefined, 'quiet')]);
  await look(noon + 120_000);
  await look(noon + 5 * hour);
  expect((await linesOf()).filter((line) => line.startsWith('gap'))).toEqual([
    "gap ['blog'] 2026-11-21 10:00:00.000 2026-11-21 12:00:00.000 2 hours without data.",
    "gap ['weekly'] 2026-11-21 11:00:00.000 2026-11-21 12:00:00.000 An hour without data.",
  ]);
});

test('days of which more than 1 % came a day late', async () => {
  // The database says when a day changed, by its own clock.
  const now = Date.now();
  const today = Math.floor(now / day) * day;
  const onTime = [3, 4, 5, 6].flatMap((ago) => pings(today - ago * day, 100));
  const once = pings(today - 4 * day, 1, now);
  await insertPings(db.client, [
    ...onTime,
    ...once,
    ...[5, 6].flatMap((ago) => pings(today - ago * day, 2, now)),
  ]);
  // Delivered again: a second row of the same ping.
  await insertPings(db.client, [...once, ...pings(today - 3 * day, 1)]);
  await look(now);
  const at = (ago: number) => new Date(today - ago * day).toISOString().slice(0, 10);
  const line = `['blog'] ${at(6)} 00:00:00.000 ${at(4)} 00:00:00.000 Late data: 4 of 204 pings came a day late or more.`;
  expect(await linesOf()).toEqual([`late_data ${line}`]);
  await insertPings(db.client, pings(today - 3 * day, 2, now));
  await db.client.command({
    query: 'alter table annotations update is_deleted = true where true',
    clickhouse_settings: { mutations_sync: '1' },
  });
  await look(now + 1);
  expect((await marks()).map(({ kind }) => kind)).toEqual(['late_data', 'late_data']);
  // Consumers that were killed before they marked it, and started days later.
  await insertPings(db.client, pings(today - 2 * day, 2, now));
  await look(now + 3 * day);
  expect((await marks()).map(({ kind }) => kind)).toEqual([...Array(3).fill('late_data'), 'outage']);
});

test('no late data on days whose pings have expired', async () => {
  const now = Date.now();
  await setPingRetention(db.client, 30);
  await insertPings(
    db.client,
    [20, 40].flatMap((ago) => pings(now - ago * day, 1, now)),
  );
  await look(now);
  const from = new Date(now - 20 * day).toISOString().slice(0, 10);
  expect(await linesOf()).toEqual([expect.stringContaining(`late_data ['blog'] ${from}`)]);
  await setPingRetention(db.client, 0);
});

test('each change of the sites file', async () => {
  const listed = (sites: object) => toSites({ accept: 'any', sites: { ...sites } });
  let current = listed({ blog: {} });
  const deps = { client: db.client, sites: () => current, logger, clock: () => noon, lookMs: 10 };
  let inserts = 0;
  const failing = Object.assign(Object.create(db.client), {
    // As when the database, or the process, ends after the first of two.
    insert: (row: Parameters<typeof db.client.insert>[0]) =>
      inserts++ % 2 === 0 ? db.client.insert(row) : Promise.reject(new Error('gone')),
  });
  let looks = 0;
  const looking = Object.assign(Object.create(db.client), {
    query: (asked: Parameters<typeof db.client.query>[0]) => {
      looks++;
      return db.client.query(asked);
    },
  });
  const apps = [startSettingsMarks({ ...deps, client: failing })];
  // The first content, and that the second app finds it: one that fails before cannot know what the next change changes.
  await eventually(async () => (await rowsOf(db.client, 'select kind from annotations')).length, 1);
  apps.push(startSettingsMarks({ ...deps, client: looking }));
  await eventually(async () => looks > 0, true);
  const lines: string[] = [];
  const channels = [{ name: 'Ads', medium: 'ad' }];
  for (const [change, ...all] of [
    [
      listed({ blog: { name: 'Blog', hosts: ['x'] }, shop: {} }),
      "['blog'] | hosts, name",
      "['shop'] | which sites there are",
    ],
    [listed({ blog: { name: 'B' }, shop: { name: 'S' } }), "['blog'] | hosts, name", "['shop'] | name"],
    [
      toSites({ accept: 'any', defaults: { channels }, sites: { blog: {}, shop: {} } }),
      "['*'] | channels",
      "['blog','shop'] | name",
    ],
    [listed({ blog: {} }), "['*'] | channels", "['shop'] | which sites there are"],
    [noSites, "['blog'] | which sites there are"],
  ] as const) {
    current = change;
    for (const [sites, what] of all.map((words) => words.split(' | ')))
      lines.push(`settings ${sites} 2026-11-21 12:00:00.000 - Settings changed: ${what}.`);
    await eventually(async () => (await marks()).length, lines.length);
  }
  // Another order is no change. The next process compares the file with a row that no reader sees.
  current = listed({ blog: {}, shop: {} });
  lines.push("settings ['blog','shop'] 2026-11-21 12:00:00.000 - Settings changed: which sites there are.");
  await eventually(async () => (await marks()).length, lines.length);
  current = listed({ shop: {}, blog: {} });
  const hidden = "select text from annotations where is_deleted and text like '%order%'";
  await eventually(async () => (await rowsOf(db.client, hidden)).length, 1);
  for (const app of apps) await app.close();
  // While none runs, or when the one that saw it was killed: by the next ones.
  current = listed({ shop: {} });
  const next = [startSettingsMarks(deps), startSettingsMarks(deps)];
  lines.push("settings ['*'] 2026-11-21 12:00:00.000 - Settings changed while the service was stopped.");
  await eventually(async () => (await marks()).length, lines.length);
  for (const app of next) await app.close();
  expect((await linesOf()).sort()).toEqual(lines.sort());
});

test('the next change of the sites file after a site was deleted with the mark of the last one', async () => {
  await insertPings(db.client, pings(noon, 1, noon, 'shop'));
  const listed = (sites: object) => toSites({ accept: 'any', sites: { ...sites } });
  let current = listed({ shop: {} });
  const app = startSettingsMarks({
    client: db.client,
    sites: () => current,
    logger,
    clock: () => noon,
    lookMs: 10,
  });
  await eventually(
    async () => rowsOf(db.client, 'select text from annotations'),
    [{ text: 'Settings changed while the service was stopped.' }],
  );
  const line = (site: string, what: string) =>
    `settings ['${site}'] 2026-11-21 12:00:00.000 - Settings changed: ${what}.`;
  current = listed({});
  await eventually(linesOf, [line('shop', 'which sites there are')]);
  await deleteFrom(singleServer(db.client).all, { kind: 'site', site: 'shop' });
  expect(await linesOf()).toEqual([]);
  current = listed({ blog: {} });
  await eventually(linesOf, [line('blog', 'which sites there are')]);
  // As earlier versions did.
  await db.client.command({
    query: "alter table annotations delete where has(sites, 'blog')",
    clickhouse_settings: { mutations_sync: '1' },
  });
  current = listed({ blog: { name: 'B' } });
  await eventually(linesOf, [line('blog', 'name')]);
  await app.close();
});

test('deletions, without what was deleted; and a deleted site takes its annotations with it', async () => {
  await insertPings(db.client, [...pings(noon, 1), ...pings(noon, 1, noon, 'shop')]);
  const places = singleServer(db.client).all;
  const [ping] = await rowsOf<{ session_id: string }>(
    db.client,
    "select session_id from sessions where site_id = 'blog'",
  );
  await deleteFrom(places, { kind: 'session', site: 'blog', id: ping?.session_id ?? '' });
  const told = async () =>
    rowsOf(db.client, 'select sites, text from annotations where not is_deleted order by text');
  expect(await told()).toEqual([{ sites: ['blog'], text: 'Deleted: a session.' }]);
  // Again, as somebody does who does not know how the first one ended.
  await deleteFrom(places, { kind: 'session', site: 'blog', id: ping?.session_id ?? '' });
  expect(await told()).toHaveLength(1);
  await db.client.command({
    query: `insert into annotations (annotation_id, version, sites, site_ids, text) values
      (toUUID('00000000-0000-0000-0000-000000000001'), 1, ['shop', 'blog'], ['shop', 'blog'], 'old'),
      (toUUID('00000000-0000-0000-0000-000000000001'), 2, ['shop'], ['shop'], 'own'),
      (toUUID('00000000-0000-0000-0000-000000000002'), 1, ['shop', 'blog'], ['shop', 'blog'], 'both')`,
  });
  await deleteFrom(places, { kind: 'site', site: 'shop' });
  expect(await told()).toEqual([
    { sites: ['blog'], text: 'Deleted: a session.' },
    { sites: ['blog'], text: 'both' },
  ]);
});

test('over shards, what all of them have together, once, though a process is killed between two marks', async () => {
  const other = await createTestDatabase();
  const half = (all: ReturnType<typeof pings>, rest: number) => all.filter((_, nth) => nth % 2 === rest);
  const now = Date.now();
  const silent = Math.floor(now / hour) * hour - hour;
  const early = Math.floor(now / day) * day - 3 * day;
  const gaps = Array.from({ length: 80 }, (_, nth) => `gap${nth}`);
  const stored = [
    ...[...gaps, 'kept', 'rare'].flatMap((site) => [
      ...[7, 14, 21, 28].flatMap((ago) =>
        pings(silent - ago * day, site === 'rare' ? 9 : 10, undefined, site),
      ),
      ...pings(silent - hour, 10, undefined, site),
      ...pings(silent + hour, 2, undefined, site),
    ]),
    ...pings(early, 98, undefined, 'much'),
    ...pings(early, 110, undefined, 'little'),
    ...pings(early, 2, now, 'much'),
  ];
  await insertPings(db.client, [...half(stored, 0), ...pings(early, 1, now, 'little')]);
  await insertPings(other.client, [...half(stored, 1), ...pings(silent, 1, undefined, 'kept')]);

  const marker = await bundle('test/consumer/programs/marker.ts');
  const command = [process.execPath, marker, db.url, db.database, other.database];
  const program = await startProgram(command, { env: {}, readyUrls: [] });
  const linesWith = async (words: string) => (await linesOf()).filter((line) => line.includes(words));
  await eventually(async () => (await linesWith('gap')).length > 0, true);
  expect(await program.end('SIGKILL')).toBe('SIGKILL');
  expect((await linesWith('gap')).length).toBeLessThan(gaps.length);
  await look(now + 1000, [other.client]);
  expect((await linesWith('gap')).map((line) => line.split("'")[1]).sort()).toEqual(gaps.sort());
  expect(await linesWith('late')).toEqual([expect.stringMatching(/'much'.* 2 of 100 pings/)]);

  const places = [db, other].map(({ client }, nth) => ({ client, name: `Shard ${nth + 1}`, shard: nth + 1 }));
  const [ping] = await rowsOf<{ session_id: string }>(
    other.client,
    "select * from sessions where site_id = 'kept'",
  );
  await deleteFrom(places, { kind: 'session', site: 'kept', id: ping?.session_id ?? '' });
  expect(await linesWith('Deleted: a session.')).toHaveLength(1);
  expect(await rowsOf(other.client, 'select fact from annotations')).toEqual([]);
  await other.drop();
});
