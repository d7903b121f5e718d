import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse, createDatabase, refuseUnfinished } from '@tallyhouse/clickhouse';
import { whileLocked } from '@tallyhouse/deletion';
import { openState } from '@tallyhouse/import';
import { refusingUnfinished } from '@tallyhouse/query';
import { migrateDatabase, migrations } from '@tallyhouse/schema';
import { thisProcess } from '@tallyhouse/service';
import { key, startServiceOn } from '../api/query-service.ts';
import { forAllTests } from '../api/shared-service.ts';
import { tablesWith } from '../delete/scan.ts';
import { visitor } from '../delete/traffic.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
import { deleteDoomed, doomed, expectGone, later, pageviewsLater } from './deleted.ts';
import { createPlace } from './place.ts';

const place = forAllTests(createPlace);
/** A full backup and an incremental one, whose pings were deleted since. */
let [first, second] = ['', ''];
beforeAll(async () => {
  const { env, backups } = place;
  await place.append([...doomed, ...later.slice(0, 1)]);
  await place.consume();
  await writeFile(join(env.DATA_DIR, 'sites.yaml'), 'sites: []\n');
  const imports = openState(env.DATA_DIR, 'later');
  const checkpoint = { version: '1', position: 7, run: imports.run, counts: {} };
  await imports.write(() => imports.setCheckpoint('a.log', checkpoint));
  await imports.close();
  await place.backup(`--to ${backups}`);
  await place.append(later.slice(1, 10));
  await place.consume();
  await place.backup(`--to ${backups}`);
  [first = '', second = ''] = await names();
  await deleteDoomed(place.client);
});

const names = async () => (await readdir(place.backups)).filter((name) => !name.endsWith('-tables')).sort();
const drop = (database: string) => place.client.command({ query: `drop database ${database} sync` });
const isSame = { code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) };

test('restores next to the service, and on a machine without the log', async () => {
  const beside = `${place.database}_beside`;
  const from = (name: string) => `--from ${join(place.backups, name)}`;
  expect(await place.restore(`${from(first)} --to-database ${beside}`)).toMatchObject(isSame);
  expect(await place.rows(pageviewsLater(place.database))).toEqual([{ n: 10 }]);
  // Else the time since the backup would be marked as an outage.
  const beats = (database: string) => place.rows(`select app from ${database}.heartbeats final`);
  expect([await beats(place.database), await beats(beside)]).toEqual([[{ app: 'consumer' }], []]);
  const client = createClickHouse({ url: place.url, database: beside }, logger);
  await expectGone(client);

  const elsewhere = { DATA_DIR: join(place.folder, 'elsewhere'), CLICKHOUSE_DATABASE: beside };
  const restored = await place.restore(`${from(second)} --replace --undo-deletions`, elsewhere);
  expect(restored).toMatchObject(isSame);
  expect(restored.output).toContain('The log holds nothing beyond the backup.');
  const imports = openState(elsewhere.DATA_DIR, 'later');
  expect(imports.checkpointOf('a.log')).toMatchObject({ position: 7 });
  await imports.close();
  expect(restored.output).toContain(`sites.yaml: restored to ${elsewhere.DATA_DIR}/sites.yaml.`);
  expect(await place.rows(pageviewsLater(beside))).toEqual([{ n: 10 }]);
  expect(await tablesWith(client, 'gone-visitor', [visitor])).toContain('sessions');
  await client.close();
  await drop(beside);
});

test('while a restore has not ended, no report has a part of the data, and no alert fires', async () => {
  const connection = { url: place.url, database: `${place.database}_asked` };
  const restored = (name: string, more = '', signal?: AbortSignal) =>
    place.restore(
      `--from ${join(place.backups, name)} --to-database ${connection.database}${more}`,
      {},
      signal,
    );
  expect(await restored(first)).toMatchObject(isSame);
  const client = createClickHouse(connection, logger);
  const service = await startServiceOn(client, {}, Date.now);
  const report = async () => {
    const { status, data, error } = await service.call(key, 'GET', '/v1/overview?site_id=later&period=7d');
    return status === 200 ? data.pageviews : `${status} ${error.message}`;
  };
  expect(await report()).toBe(1);
  const refusal = expect.stringMatching(/^503 A restore of the database has not ended/);
  // One that is ended before it empties anything leaves all as it was.
  const ending = new AbortController();
  const early = restored(second, ' --replace', ending.signal);
  await eventually(report, refusal);
  ending.abort(new Error('Ended early.'));
  expect(await early).toMatchObject({ code: 1 });
  await eventually(report, 1);
  const seen = new Set<unknown>();
  let ended = false;
  const restoring = restored(second, ' --replace').finally(() => {
    ended = true;
  });
  for (; !ended; await sleep(10)) seen.add(await report());
  expect(await restoring).toMatchObject(isSame);
  expect(await report()).toBe(10);
  expect([...seen].filter((one) => one !== 10)).toEqual([1, refusal]);

  await client.command({ query: 'create table unfinished_restore engine = Memory as select 1 as one' });
  await eventually(report, refusal);
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status, 503);
  const claim = { table: 'alerts_fired', values: [{}], format: 'JSONEachRow' } as const;
  await expect(refusingUnfinished(client).insert(claim)).rejects.toThrow('has not ended');
  await service.stop();
  await drop(connection.database);
});

test('one restore at a time fills a database', async () => {
  const args = `--from ${join(place.backups, first)} --to-database ${place.database}_twice`;
  const both = await Promise.all([place.restore(args), place.restore(args)]);
  const [done, refused] = both.toSorted((one, other) => one.code - other.code);
  expect(done).toMatchObject(isSame);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/restore is running|is not empty/),
  });
  await drop(`${place.database}_twice`);
});

test('reads another log from its beginning', async () => {
  const beside = `${place.database}_other`;
  const other = { DATA_DIR: join(place.folder, 'other'), CLICKHOUSE_DATABASE: beside };
  await mkdir(other.DATA_DIR);
  // Messages that differ from those of the old one.
  const messages = doomed.slice(0, 5).map((ping) => ({ ...ping, site_id: 'other' }));
  await place.append(messages, other.DATA_DIR);
  const restored = await place.restore(`--from ${place.backups}`, other);
  expect(restored.output).toContain('The log holds 5 messages to read on from');
  expect(restored.output).toContain('In partition 0 it is another log than at the backup');
  await drop(beside);
});

test('refuses what it cannot use, and changes nothing', async () => {
  const before = await names();
  const { folder, backups, database } = place;
  const foreign = join(folder, 'foreign');
  await mkdir(foreign);
  await writeFile(join(foreign, 'thesis.txt'), 'mine');
  const others = [
    [`${database}_shop`, 'create table orders (id UInt8) engine = MergeTree order by id'],
    [`${database}_notes`, 'create table orders (id UInt8) engine = Memory'],
    [`${database}_bi`, 'create view orders as select 1 as id'],
  ] as const;
  for (const [name, query] of others) {
    await place.client.command({ query: `create database ${name}` });
    await place.client.command({ query: query.replace('orders', `${name}.orders`) });
  }

  const refusals: ['backup' | 'restore', args: string, message: RegExp][] = [
    ['backup', `--to ${foreign}`, /holds other files \(thesis\.txt\) and no backup/],
    ['backup', `--to ${foreign}/thesis.txt/x`, /cannot be created: ENOTDIR/],
    ['backup', '--to /proc/x', /--to \/proc\/x cannot be created/],
    ['backup', `--to ${place.env.DATA_DIR}/backups`, /is inside DATA_DIR/],
    [
      'backup',
      `--to ${folder}/new`,
      /is not allowed for backups(.|\n)*<allowed_path>.*\/new<\/allowed_path>/,
    ],
    ['backup', `--to ${backups} --disk nowhere`, /start over with --full/],
    ['backup', `--to ${backups} --full --disk nowhere`, /allowed_disk(.|\n)*--disk/],
    ['backup', '--full', /^Say where to: --to <folder>\.$/],
    ['restore', `--from ${foreign}`, /holds no backup of Tallyhouse/],
    ['restore', `--from ${foreign}/none`, /cannot be read: ENOENT/],
    ['restore', `--from ${backups} --to-database a-b`, /--to-database a-b: expected/],
    ['restore', `--from ${backups} --to-database default`, /this database belongs to ClickHouse itself/],
    ...others.map(([name]): ['restore', string, RegExp] => [
      'restore',
      `--from ${backups} --to-database ${name} --replace`,
      /holds tables of another program \(orders\)/,
    ]),
  ];
  for (const [command, args, message] of refusals) {
    const ended = await place[command](args);
    expect({ args, ...ended }).toEqual({ args, code: 1, output: expect.stringMatching(message) });
  }
  expect(await readdir(foreign)).toEqual(['thesis.txt']);
  expect(await readdir(`${folder}/new`)).toEqual([]);
  expect(await names()).toEqual(before);
  for (const [name] of others) await drop(name);
});

describe('a copy of the backups', () => {
  let copy: string;
  beforeEach(async () => {
    copy = await mkdtemp(join(place.folder, 'copy-'));
    for (const name of [first, second])
      await cp(join(place.backups, name), join(copy, name), { recursive: true });
  });
  afterEach(async () => {
    await rm(copy, { recursive: true });
    expect(await place.rows(`select name from system.databases where name = 'nothing'`)).toEqual([]);
  });
  const restored = () => place.restore(`--from ${copy} --to-database nothing`);

  test.each<[string, string | RegExp, string, RegExp]>([
    ['newer', '"format": 1', '"format": 3', /Upgrade this program\./],
    ['cut', /^(.{100}).*$/s, '$1', /manifest\.json is damaged/],
    [
      'of a newer schema',
      `"version": ${migrations.at(-1)?.version}`,
      '"version": 999',
      /The backup was made by a newer Tallyhouse/,
    ],
    ['of another schema', /"checksum": "./, '"checksum": "g', /differs from this program's/],
    ['of a site above', /"imports": \[[^\]]*\]/, '"imports": ["../../escaped"]', /at files\.imports\[0\]/],
    ['as it was', '', '', /finds those that it adds to there only: move .*\/copy-\w+ back/],
  ])('is refused when its manifest is %s', async (_kind, part, other, message) => {
    const manifest = join(copy, second, 'manifest.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(part, other));
    expect(await restored()).toEqual({ code: 1, output: expect.stringMatching(message) });
  });

  test('is refused without the backup that it adds to', async () => {
    await rm(join(copy, first), { recursive: true });
    expect((await restored()).output).toContain(`adds to ${first}, which is not in the folder`);
  });
});

test('a backup starts over when the one that it would add to is gone', async () => {
  await rename(join(place.backups, first), join(place.folder, 'away'));
  const unable = await place.backup(`--to ${place.backups}`);
  await rename(join(place.folder, 'away'), join(place.backups, first));
  expect(unable.output).toContain('start over with --full');
});

test('one backup at a time; what a killed one left is removed, and no half is taken for a whole', async () => {
  const dead = '2020-01-01T00-00-00-000Z';
  const maker = (holder: { pid: number; started: string }) => JSON.stringify({ ...holder, host: hostname() });
  await mkdir(join(place.backups, dead, 'tables'), { recursive: true });
  await mkdir(join(place.backups, `${dead}-tables`));
  await writeFile(join(place.backups, dead, 'making.json'), maker(thisProcess()));
  expect((await place.backup(`--to ${place.backups}`)).output).toContain(
    `Another backup is being made in ${place.backups}: ${dead}`,
  );

  await writeFile(join(place.backups, dead, 'making.json'), maker({ pid: 4_194_305, started: '1' }));
  const next = await place.backup(`--to ${place.backups}`);
  expect(next).toMatchObject({ code: 0, output: expect.stringMatching(new RegExp(`^Removed ${dead}, `)) });
  expect(existsSync(join(place.backups, `${dead}-tables`))).toBe(false);

  const other = `${place.backups}/../second-${place.database}`;
  const both = await Promise.all([place.backups, other].map((to) => place.backup(`--to ${to} --full`)));
  await rm(other, { recursive: true });
  const failed = both.filter(({ code }) => code !== 0).map(({ output }) => output);
  expect(failed.length).toBeLessThan(2);
  for (const output of failed) expect(output).toContain('is running in this ClickHouse already');

  const ended = new AbortController();
  ended.abort(new Error('Ended early.'));
  const count = (await names()).length;
  expect(await place.backup(`--to ${place.backups}`, ended.signal)).toMatchObject({ code: 1 });
  expect(await names()).toHaveLength(count);
});

/** How a database looks after an earlier program, and the output of the restore. */
test.each<[string, string[], string]>([
  [
    'that lacks a migration',
    ['drop table shard_map', 'drop table shard_identity', 'alter table migrations delete where version = 15'],
    'The schema is newer than the backup: 1 migration ran.',
  ],
  [
    'from before the release of 0.1.0',
    [
      "alter table migrations update name = '0001_pings' where version = 1",
      "alter table sessions modify column entry_page alias tupleElement(acquisition, 'entry_page')",
      'alter table sessions drop column first_view',
      'drop table changed_days_from_pings',
      'drop table changed_days_from_events',
      'rename table changed_days to changed_hours',
    ],
    'The backup is from before the release of 0.1.0',
  ],
])(
  'an unfinished restore keeps a service from starting, and is done again: of a backup %s',
  async (_, earlier, said) => {
    const database = `${place.database}_older`;
    const connection = { url: place.url, database };
    const client = createClickHouse(connection, logger);
    await createDatabase(connection, logger);
    await migrateDatabase(client);
    await insertPings(client, [
      ...later.slice(0, 3),
      { ...later[0], pinged_at: Date.now(), event: 'Signup' },
    ]);
    const sessions = `select * except first_view, entry_page from ${database}.sessions final order by session_id`;
    const noted = `select distinct fact, day from ${database}.changed_days where fact not in ('late', 'visitor') order by all`;
    const before = [await place.rows(sessions), await place.rows(noted)];
    for (const query of earlier)
      await client.command({ query, clickhouse_settings: { mutations_sync: '1', alter_sync: '1' } });
    const backups = await mkdtemp(`${place.backups}-older-`);
    const env = { CLICKHOUSE_DATABASE: database, DATA_DIR: await mkdtemp(join(place.folder, 'older-')) };
    await place.append(later.slice(0, 1), env.DATA_DIR);
    const backUp = () => place.backup(`--to ${backups}`, new AbortController().signal, env);
    expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining(': full, ') });

    const unfinished = 'create table unfinished_restore engine = MergeTree order by () as select 1 as one';
    const remedy = 'has not ended: run tallyhouse restore again';
    const { waited } = await whileLocked(client, async () => {
      const waited = backUp();
      // The finished one, its tables, and the one that waits for the lock.
      await eventually(async () => (await readdir(backups)).length, 3);
      await client.command({ query: unfinished });
      return { waited };
    });
    expect(await waited).toMatchObject({ code: 1, output: expect.stringContaining(remedy) });
    await expect(refuseUnfinished(client)).rejects.toThrow(remedy);
    expect(await backUp()).toMatchObject({ code: 1, output: expect.stringContaining(remedy) });
    const restored = await place.restore(`--from ${backups}`, env);
    expect(restored).toMatchObject(isSame);
    expect(restored.output).toContain(said);
    await refuseUnfinished(client);
    expect([await place.rows(sessions), await place.rows(noted)]).toEqual(before);
    await client.close();
    await rm(backups, { recursive: true });
    await drop(database);
  },
);
