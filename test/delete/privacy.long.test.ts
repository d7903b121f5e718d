import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { singleServer } from '@tallyhouse/cluster';
import { createInsert } from '@tallyhouse/consumer';
import { repeatDeletions, startRetentionLoop } from '@tallyhouse/deletion';
import { exposedRows, type PrivacyRules } from '@tallyhouse/deletion/privacy';
import { survivors } from '@tallyhouse/deletion/prove';
import { crawlVersion, encodeCrawl, encodeRow, type PingRow } from '@tallyhouse/ping';
import { noSites } from '@tallyhouse/sites';
import { checkPrivacy } from '../../apps/tallyhouse/src/privacy/privacy.ts';
import { forAllTests, now } from '../api/query-service.ts';
import { startProxy } from '../faults/cluster/proxy.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { crawlRow, insertCrawls } from '../harness/crawls.ts';
import { eventually } from '../harness/eventually.ts';
import { printed } from '../harness/printed.ts';
import { logger } from '../harness/quiet.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { startStored } from './database.ts';

const day = 86_400_000;

/** A visit of one page and one event. */
function visit(site_id: string, at: number, parts: Partial<PingRow> = {}): PingRow[] {
  const ids = { site_id, visitor_id: uuid7(at), session_id: uuid7(at), pinged_at: at, ...parts };
  const place = { country: 'NL', city: 'Zeist', ...ids };
  return [
    pingRow({ page_path: '/', ...place, ping_id: uuid7(at), pageview_id: uuid7(at) }),
    pingRow({ ...ids, ping_id: uuid7(at + 1), event: 'Signup', props: { plan: 'pro' } }),
  ];
}

const address = { ip: '203.0.113.7', latitude: 52, longitude: 5 };
const network = { ip: '203.0.113.0' };
const personal = uuid7(now - day);

const inFolder = folderOfFile();
const stored = forAllTests(() =>
  startStored(
    [
      ...visit('unlisted', now - 762 * day),
      ...visit('unlisted', now - 700 * day),
      ...visit('short', now - 40 * day),
      ...visit('person', now - day, { visitor_id: personal, ...network }),
      ...visit('person', now - 2 * day, { visitor_id: personal, ...network }),
      ...visit('person', now - 2 * day, { page_path: '/of-somebody-else' }),
    ],
    now,
  ),
);

test('tallyhouse privacy prints what is set, names what is against it, and refuses a site that contradicts the preset', async () => {
  const { url: CLICKHOUSE_URL, database: CLICKHOUSE_DATABASE } = stored.database;
  const run = async (env: Record<string, string>, args: string[] = []) => {
    const { output, text } = printed();
    const given = { CLICKHOUSE_URL, CLICKHOUSE_DATABASE, ...env };
    const code = await checkPrivacy(args, { env: given, output, clock: () => now });
    return { code, text: text() };
  };
  const sites = async (text: string) => {
    const SITES_FILE = inFolder('sites.yaml');
    await writeFile(SITES_FILE, `sites:\n  short: {${text}}\n`);
    return SITES_FILE;
  };
  const none = await run({});
  expect(none.code).toBe(0);
  expect(none.text).toMatch(/^PRIVACY=\n {2}IP_STORAGE +full +default\n/);
  expect(none.text).toMatch(/\nNothing is against these settings in \d\d tables\.\n/);

  const cnil = { PRIVACY: 'cnil', SITES_FILE: await sites('retention_days: 30'), RETENTION_DAYS: '700' };
  const { code, text } = await run(cnil);
  expect(code).toBe(1);
  for (const line of [
    /^PRIVACY=cnil\n {2}IP_STORAGE +none +by PRIVACY=cnil\n {2}COORDINATES +0 +by PRIVACY=cnil\n/,
    /\n {2}RETENTION_DAYS +700 +set\n/,
    /\n {2}site short: retention_days 30\n/,
    /\npings\.pinged_at: 4 rows, too old\n/,
    /\npings\.ip: 4 rows, address\n/,
    /\nSettings hold for what is stored from then on\./,
  ])
    expect(text).toMatch(line);

  const SITES_FILE = await sites('ip_storage: full');
  await expect(run({ PRIVACY: 'cnil', SITES_FILE })).rejects.toThrow('full contradicts PRIVACY=cnil');
  await expect(run({ PRIVACY: 'cnil', COORDINATES: '1' })).rejects.toThrow('1 contradicts PRIVACY=cnil');
  await expect(run({}, ['now'])).rejects.toThrow('There is nothing to give: now.');
  await rm(SITES_FILE);
});

let letters = 0;
const letter = (site: string, at: number, message: Buffer | undefined) =>
  stored.client.insert({
    table: 'dead_letters',
    format: 'JSONEachRow',
    values: [
      {
        log_offset: letters++,
        checksum: '0'.repeat(64),
        site_id: site,
        received_at: at / 1000,
        value: message?.toString() ?? 'unreadable',
      },
    ],
  });

test('what the settings do not allow is found in each table, and what is too old goes, of sites that no file lists too', async () => {
  const rules: PrivacyRules = {
    sites: new Map([['short', { days: 30, addresses: 'none' }]]),
    others: { days: 760, addresses: 'truncated' },
    coordinates: false,
  };
  const places = singleServer(stored.client).all;
  const report = { step() {}, show() {}, say() {} };
  const found = async (more: Partial<PrivacyRules> = {}) =>
    (await exposedRows(places, { ...rules, ...more }, { now, report })).found.map(
      ({ table, column, what, rows }) => `${table}.${column} ${what} ${rows}`,
    );
  const ofVisit = (at: number) => encodeRow({ ...visit('', at, address)[0] } as PingRow);
  await letter('', now - 800 * day, undefined);
  await letter('letters', now - 800 * day, ofVisit(now - 800 * day));
  const tooOld = [
    'dead_letters.received_at too old 2',
    'events.occurred_at too old 2',
    'pageviews.entered_at too old 2',
    'pings.pinged_at too old 4',
    'sessions.first_seen_at too old 2',
    'visitors.first_seen_at too old 2',
  ];
  const ofLetters = ['dead_letters.value address 1', 'dead_letters.value coordinates 1'];
  expect((await found()).sort()).toEqual([...tooOld, ...ofLetters].sort());

  // The account of a forgotten request, which has neither site nor time.
  await insertCrawls(stored.client, [{ site_id: '', occurred_at: 0 }]);
  const loop = startRetentionLoop(
    stored.client,
    () => ({ ...noSites, sites: new Map([['short', { retention_days: 30 }]]) }),
    logger,
    { clock: () => now, lookMs: 500, keptDays: 760 },
  );
  await eventually(found, []);
  await loop.close();
  const left = await stored.rows('select distinct site_id from sessions order by site_id');
  expect(left).toEqual([{ site_id: 'person' }, { site_id: 'unlisted' }]);

  // Stored before the settings: pings, sessions, dead letters.
  await stored.store(visit('unlisted', now - day, address));
  await letter('unlisted', now - day, ofVisit(now - day));
  await letter('unlisted', now - day, encodeCrawl(crawlRow({ occurred_at: now - day, ...network }, 'a')));
  await insertCrawls(stored.client, [{ site_id: 'unlisted', occurred_at: now - day, ip: '2001:db8::7' }]);
  await stored.settle();
  const exposed = await found();
  for (const place of ['crawls.ip', 'dead_letters.value', 'pings.ip', 'sessions.geography'])
    expect(exposed.join()).toContain(
      `${place} address 1`.replace('pings.ip address 1', 'pings.ip address 2'),
    );
  expect(exposed.join()).toMatch(/pings\.latitude coordinates 2.*sessions\.geography coordinates 1/);
  expect(await found({ others: { days: 0, addresses: 'full' }, coordinates: true })).toEqual([]);
  // Settled days have a row without a site.
  const unlisted = new Map([['unlisted', { days: 760, addresses: 'full' as const }]]);
  const strict = { sites: unlisted, others: { days: 30, addresses: 'full' as const }, coordinates: true };
  expect((await found(strict)).filter((line) => line.startsWith('settled_'))).toEqual([]);
  const day30 = new Date(now - 30 * day).toISOString().slice(0, 10);
  expect(await survivors(stored.client, { kind: 'before', site: '', day: day30 })).toEqual([]);
  expect(await stored.rows("select toUInt32(count()) as n from crawls where site_id = ''")).toEqual([
    { n: 1 },
  ]);
  // A network is one when nothing may be kept.
  const none = await found({ others: { days: 0, addresses: 'none' }, coordinates: true });
  expect(none.join()).toMatch(/crawls\.ip address 1,dead_letters\.value address 2.*pings\.ip address 6/);
});

test('a deletion writes the rows of the person first, and deletes nothing when it cannot', async () => {
  const about = { kind: 'visitor', site: 'person', id: personal } as const;
  const count = () =>
    stored.rows("select toUInt32(count()) as n from pings where site_id = 'person' and drop_reason = ''");
  const before = await count();
  const file = inFolder('person.jsonl');
  const taken = inFolder('taken.jsonl');
  await writeFile(taken, 'of somebody');
  await expect(stored.delete(about, true, taken)).rejects.toThrow('there is such a file already');
  await expect(stored.delete(about, true, inFolder('missing', 'x'))).rejects.toThrow('Nothing was deleted');
  // A disk that takes no more: only the file's own name fails there.
  await expect(stored.delete(about, true, '/proc/person.jsonl')).rejects.toThrow('Nothing was deleted');
  expect(await count()).toEqual(before);
  expect(await readFile(taken, 'utf8')).toBe('of somebody');

  // Without --yes only the file is written: what a person asks for who wants to know, and to stay.
  expect(await stored.delete(about, false, file)).toMatch(/Written to .*: 11 rows\.\nNothing was changed\./);
  expect(await count()).toEqual(before);
  await rm(file);
  expect(await stored.delete(about, true, file)).toContain('No table has anything of it.');
  const [head, ...rows] = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(head).toMatchObject({ about: `visitor ${personal} of site person`, site: 'person', id: personal });
  const tables = rows.map(({ table }) => table);
  expect(tables.sort()).toEqual([
    ...['events', 'events', 'pageviews', 'pageviews'],
    ...['pings', 'pings', 'pings', 'pings', 'sessions', 'sessions', 'visitors'],
  ]);
  for (const { visitor_id } of rows) expect(visitor_id).toBe(personal);
  expect(rows).toContainEqual(
    expect.objectContaining({ table: 'events', event: 'Signup', props: { plan: 'pro' } }),
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(inFolder())).sort()).toEqual(['person.jsonl', 'taken.jsonl']);
  expect(await stored.rows("select page_path from pageviews final where site_id = 'person'")).toEqual([
    { page_path: '/of-somebody-else' },
  ]);

  // A signal ends it at once, and leaves no rows beside the file.
  const asides = async () => (await readdir(inFolder())).filter((name) => name.startsWith('ended.jsonl'));
  const { url, database } = stored.database;
  const proxy = await startProxy(new URL(url));
  const areLogged: boolean[] = [];
  proxy.rules.toServer = async (chunk) => {
    if (chunk.includes(personal)) areLogged.push(!chunk.includes('log_queries=0'));
    return (await asides()).length === 0 ? 'pass' : new Promise(() => {});
  };
  const asked = ['--site', 'person', '--visitor', personal, '--export', inFolder('ended.jsonl')];
  const env = { CLICKHOUSE_URL: proxy.url, CLICKHOUSE_DATABASE: database, PATH: process.env['PATH'] };
  const child = spawn(process.execPath, ['dist/delete.js', ...asked], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await eventually(async () => (await asides()).length, 1);
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(await asides()).toEqual([]);
  await proxy.close();
  // ClickHouse logs none of the queries with the id.
  expect(new Set(areLogged)).toEqual(new Set([false]));

  // The requests of a crawler go with its address, and stay gone: in a replay of the log, and where a restore brings them back.
  const ofPerson = { site_id: 'person', occurred_at: now - day, name: 'GPTBot' };
  const requests = [
    crawlRow({ ...ofPerson, ...network }, 'gone'),
    crawlRow({ ...ofPerson, ip: '198.51.100.0' }, 'stays'),
  ];
  const values = requests.map(encodeCrawl);
  const replay = () =>
    createInsert(stored.client)({ version: crawlVersion, partition: 0, offsets: [0n, 1n], values });
  await replay();
  await rm(file);
  await stored.delete({ kind: 'ip', site: 'person', address: network.ip }, true, file);
  expect(await readFile(file, 'utf8')).toContain('{"table":"crawls","row_version"');
  const left = () => stored.rows("select distinct id from crawls where site_id = 'person'");
  expect(await left()).toEqual([{ id: 'stays' }]);
  await replay();
  expect(await left()).toEqual([{ id: 'stays' }]);
  for (const query of ['rename table forgotten to kept', 'create table forgotten as kept'])
    await stored.client.command({ query });
  await insertCrawls(stored.client, requests);
  expect(await left()).toHaveLength(2);
  const report = { step() {}, show() {}, say() {} };
  expect(await repeatDeletions(stored.client, 'kept', report)).toContain('person');
  expect(await left()).toEqual([{ id: 'stays' }]);
});
