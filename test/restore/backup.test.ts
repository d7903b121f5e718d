import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  createClickHouse,
  createDatabase,
  migrate,
  migrations,
  refuseUnfinished,
  singleServer,
} from '@tallyhouse/clickhouse';
import { createLogger, thisProcess } from '@tallyhouse/service';
import { openState } from '../../apps/ingest/src/import/state.ts';
import { runDeletion } from '../../packages/deletion/src/run.ts';
import { storePings } from '../delete/database.ts';
import { tablesOf, tablesWith } from '../delete/scan.ts';
import { middleDay, pingsOf, sessionsBefore, visitor } from '../delete/traffic.ts';
import { insertPings, pingRow } from '../harness/clickhouse.ts';
import { pings, questions } from '../replay/questions.ts';
import { createPlace, type Place } from './place.ts';

/** Backup and restore with a ClickHouse server, in this process. `npm-start.test.ts` runs the commands beside `npm start`. */

let place: Place;
beforeAll(async () => {
  place = await createPlace();
});
afterAll(() => place.remove());

const later = Array.from({ length: 20 }, (_, index) =>
  pingRow({ pinged_at: Date.now() - 60_000 * index, site_id: 'later', page_path: `/${index}` }),
);
const pageviewsLater = async () => {
  const [row] = await place.rows(
    `select toUInt32(uniqExact(pageview_id)) as n from pageviews where site_id = 'later'`,
  );
  return row;
};
/** Deleted after the backups. */
const deletions = [
  { kind: 'visitor', site: 'gone-visitor', id: visitor },
  { kind: 'before', site: 'gone-before', day: middleDay },
  { kind: 'site', site: 'gone-site' },
] as const;
const doomed = deletions.flatMap(({ site }) => pingsOf(site));
const silent = { output: { isTTY: false, write: () => true } as const, clock: () => 0 };

/** Nothing of what was deleted is in any table. */
async function expectGone(client: ClickHouseClient): Promise<void> {
  expect(await tablesWith(client, 'gone-visitor', [visitor])).toEqual([]);
  expect(await tablesWith(client, 'gone-before', sessionsBefore)).toEqual([]);
  expect(await tablesOf(client, 'gone-site')).toEqual([]);
}

/** The answers that differ, from shortly before their first difference. */
const differing = (answers: readonly string[], expected: readonly string[]) =>
  answers.flatMap((answer, index) => {
    const other = expected[index] ?? '';
    if (answer === other) return [];
    const at = [...answer].findIndex((letter, place) => letter !== [...other][place]);
    const part = (text: string) => `${text.slice(0, 100)} ... ${text.slice(Math.max(at - 100, 0), at + 100)}`;
    return [[part(answer), part(other)]];
  });
const names = async () => (await readdir(place.backups)).filter((name) => !name.endsWith('-tables')).sort();

test('a full and an incremental backup restore every report and export, byte by byte', async () => {
  // Its site is in the list of sites from the start.
  await place.append([...pings, ...doomed, ...later.slice(0, 1)]);
  await place.consume();
  await mkdir(place.env.DATA_DIR, { recursive: true });
  await writeFile(join(place.env.DATA_DIR, 'sites.yaml'), 'sites: []\n');
  const imports = openState(place.env.DATA_DIR, 'later');
  const checkpoint = { version: '1', position: 7, run: imports.nextRun(), counts: {} };
  await imports.write(() => imports.setCheckpoint('a.log', checkpoint));

  const full = await place.backup(`--to ${place.backups}`);
  expect(full).toMatchObject({
    code: 0,
    output: expect.stringMatching(/: full, .* s\.\n {2}\d+ tables, [\d,]+ rows, /),
  });
  expect(full.output).toContain('Sites file: in the backup.');
  expect(full.output).toContain('What imports remember: of 1 site.');
  await imports.close();
  expect(full.output).toContain('Secrets and keys file: not in the backup.');

  // Acknowledged, and not stored yet.
  await place.append(later.slice(1, 10));
  const added = await place.backup(`--to ${place.backups}`);
  const [first = '', second = ''] = await names();
  expect(added.output).toContain(`Backup ${second} in ${place.backups}: adds to ${first}, `);
  const bytesOf = async (name: string): Promise<{ all: number; added: number }> =>
    JSON.parse(await readFile(join(place.backups, name, 'manifest.json'), 'utf8')).bytes;
  expect((await bytesOf(second)).added).toBeLessThan((await bytesOf(first)).added / 2);

  for (const about of deletions)
    await runDeletion(singleServer(place.client).all, { about, sure: true }, silent);
  await expectGone(place.client);
  const before = await place.ask(questions);
  expect(before.filter((answer) => !answer.includes(' 200 '))).toEqual([]);

  // Stored after the backups: only the log has them.
  await place.append(later.slice(10));
  await place.consume();
  const refused = await place.restore(`--from ${place.backups}`);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not empty \(\w+ has [\d,]+ rows\)/),
  });

  const restored = await place.restore(`--from ${place.backups} --replace`);
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) });
  expect(restored.output).toContain('The log holds 19 messages to read on from');
  expect(restored.output).toContain(
    'Deleted again what was deleted since the backup, of sites gone-before, gone-site, gone-visitor.',
  );
  await expectGone(place.client);
  expect(differing(await place.ask(questions), before)).toEqual([]);
  expect(await pageviewsLater()).toEqual({ n: 10 });
  await place.consume();
  expect(await pageviewsLater()).toEqual({ n: 20 });
  // The log read again as a whole.
  await storePings(place.client, doomed);
  await expectGone(place.client);
  expect(differing(await place.ask(questions), before)).toEqual([]);
});

test('restores beside the service, and on a machine without the log', async () => {
  const [first = ''] = await names();
  const beside = `${place.database}_beside`;
  const stored = await pageviewsLater();
  const rehearsal = await place.restore(`--from ${join(place.backups, first)} --to-database ${beside}`);
  expect(rehearsal).toMatchObject({ code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) });
  expect(await pageviewsLater()).toEqual(stored);
  const client = createClickHouse({ url: place.url, database: beside }, createLogger('test', 'silent'));
  await expectGone(client);

  const elsewhere = { DATA_DIR: join(place.folder, 'elsewhere'), CLICKHOUSE_DATABASE: beside };
  const restored = await place.restore(`--from ${place.backups} --replace --undo-deletions`, elsewhere);
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) });
  expect(restored.output).toContain('The log holds nothing beyond the backup.');
  const imports = openState(elsewhere.DATA_DIR, 'later');
  expect(imports.checkpointOf('a.log')).toMatchObject({ position: 7 });
  await imports.close();
  expect(restored.output).toContain(`sites.yaml: restored to ${elsewhere.DATA_DIR}/sites.yaml.`);
  expect(
    await place.rows(
      `select toUInt32(uniqExact(pageview_id)) as n from ${beside}.pageviews where site_id = 'later'`,
    ),
  ).toEqual([{ n: 10 }]);
  expect(await tablesWith(client, 'gone-visitor', [visitor])).toContain('sessions');
  await client.close();
  await place.client.command({ query: `drop database ${beside} sync` });
});

test('reads another log from its beginning', async () => {
  const beside = `${place.database}_other`;
  const other = { DATA_DIR: join(place.folder, 'other'), CLICKHOUSE_DATABASE: beside };
  await mkdir(other.DATA_DIR);
  // As many messages as the old one, and different ones.
  await place.append(
    pings.slice(0, 5).map((ping) => ({ ...ping, site_id: 'other' })),
    other.DATA_DIR,
  );
  const restored = await place.restore(`--from ${place.backups}`, other);
  expect(restored.output).toContain('The log holds 5 messages to read on from');
  expect(restored.output).toContain('In partition 0 it is another log than at the backup');
  await place.client.command({ query: `drop database ${beside} sync` });
});

test('refuses what it cannot use, and changes nothing', async () => {
  const before = await names();
  const answer = async (run: Promise<{ code: number; output: string }>) => {
    const { code, output } = await run;
    expect(code).toBe(1);
    return output;
  };
  const foreign = join(place.folder, 'foreign');
  await mkdir(foreign);
  await writeFile(join(foreign, 'thesis.txt'), 'mine');
  expect(await answer(place.backup(`--to ${foreign}`))).toContain(
    'holds other files (thesis.txt) and no backup',
  );
  expect(await readdir(foreign)).toEqual(['thesis.txt']);
  expect(await answer(place.restore(`--from ${foreign}`))).toContain('holds no backup of Tallyhouse');
  expect(await answer(place.restore(`--from ${foreign}/none`))).toContain('cannot be read: ENOENT');
  expect(await answer(place.backup(`--to ${foreign}/thesis.txt/x`))).toContain('cannot be created: ENOTDIR');
  expect(await answer(place.backup(`--to ${place.env.DATA_DIR}/backups`))).toContain('is inside DATA_DIR');
  expect(await answer(place.backup(`--to ${place.folder}/new`))).toMatch(
    /is not allowed for backups(.|\n)*<backups><allowed_path>.*\/new<\/allowed_path><\/backups>/,
  );
  expect(await readdir(`${place.folder}/new`)).toEqual([]);
  expect(await answer(place.backup(`--to ${place.backups} --disk nowhere`))).toContain(
    'start anew with --full',
  );
  expect(await answer(place.backup(`--to ${place.backups} --full --disk nowhere`))).toMatch(
    /allowed_disk(.|\n)*--disk/,
  );
  expect(await answer(place.backup('--full'))).toBe('Say where to: --to <folder>.');
  expect(await answer(place.restore(`--from ${place.backups} --to-database a-b`))).toContain(
    '--to-database a-b: expected',
  );
  expect(await answer(place.restore(`--from ${place.backups} --to-database default`))).toContain(
    'this database belongs to ClickHouse itself',
  );
  const shop = `${place.database}_shop`;
  await place.client.command({ query: `create database ${shop}` });
  await place.client.command({
    query: `create table ${shop}.orders (id UInt8) engine = MergeTree order by id`,
  });
  expect(await answer(place.restore(`--from ${place.backups} --to-database ${shop} --replace`))).toContain(
    'holds tables of another program (orders)',
  );
  await place.client.command({ query: `drop database ${shop} sync` });
  expect(await names()).toEqual(before);
});

test('refuses a backup that is damaged, incomplete or newer', async () => {
  const [first = '', second = ''] = await names();
  const copy = join(place.folder, 'copy');
  const manifest = join(copy, second, 'manifest.json');
  const edited = async (change: (text: string) => string) => {
    await rm(copy, { recursive: true, force: true });
    await mkdir(copy);
    for (const name of [first, second])
      await cp(join(place.backups, name), join(copy, name), { recursive: true });
    await writeFile(manifest, change(await readFile(manifest, 'utf8')));
    const { code, output } = await place.restore(`--from ${copy} --to-database nothing`);
    expect(code).toBe(1);
    return output;
  };
  const last = migrations.at(-1);
  expect(await edited((text) => text.replace('"format": 1', '"format": 3'))).toContain(
    'Upgrade this program.',
  );
  expect(await edited((text) => text.slice(0, 100))).toContain('manifest.json is damaged');
  expect(await edited((text) => text.replace(`"version": ${last?.version}`, '"version": 999'))).toContain(
    'The backup was made by a newer Tallyhouse',
  );
  expect(await edited((text) => text.replace(/"checksum": "./, '"checksum": "g'))).toContain(
    "differs from this program's",
  );
  expect(await edited((text) => text)).toContain(`finds those that it adds to there only: move ${copy} back`);

  await rename(join(place.backups, first), join(place.folder, 'away'));
  const missing = await place.restore(`--from ${place.backups} --to-database nothing`);
  expect(missing.output).toContain(`adds to ${first}, which is not in the folder`);
  const unable = await place.backup(`--to ${place.backups}`);
  expect(unable.output).toContain('start anew with --full');
  await rename(join(place.folder, 'away'), join(place.backups, first));
  expect(await place.rows(`select name from system.databases where name = 'nothing'`)).toEqual([]);
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

  const both = await Promise.all([
    place.backup(`--to ${place.backups} --full`),
    place.backup(`--to ${place.backups}/../second-${place.database} --full`),
  ]);
  await rm(`${place.backups}/../second-${place.database}`, { recursive: true });
  expect(
    both.filter(
      ({ code, output }) => code === 1 && !output.includes('is running in this ClickHouse already'),
    ),
  ).toEqual([]);
  expect(both.filter(({ code }) => code === 0).length).toBeGreaterThan(0);

  const ended = new AbortController();
  ended.abort(new Error('Ended early.'));
  const count = (await names()).length;
  expect(await place.backup(`--to ${place.backups}`, ended.signal)).toMatchObject({ code: 1 });
  expect(await names()).toHaveLength(count);
});

test('an unfinished restore keeps a service from starting, and is done again; an older backup is migrated', async () => {
  const database = `${place.database}_older`;
  const connection = { url: place.url, database };
  const client = createClickHouse(connection, createLogger('test', 'silent'));
  await createDatabase(connection, createLogger('test', 'silent'));
  // As of before deletions.
  const older = migrations.filter(({ version }) => version < 38);
  await migrate(client, older);
  await insertPings(client, later.slice(0, 3));
  const backups = await mkdtemp(`${place.backups}-older-`);
  const env = { CLICKHOUSE_DATABASE: database, DATA_DIR: join(place.folder, 'older') };
  await mkdir(env.DATA_DIR);
  await place.append(later.slice(0, 1), env.DATA_DIR);
  const { signal } = new AbortController();
  expect(await place.backup(`--to ${backups}`, signal, env)).toMatchObject({
    code: 0,
    output: expect.stringContaining(': full, '),
  });

  await client.command({
    query: 'create table unfinished_restore engine = MergeTree order by () as select 1 as one',
  });
  await expect(refuseUnfinished(client)).rejects.toThrow('has not ended: run tallyhouse restore again');
  expect(await place.backup(`--to ${backups}`, signal, env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('has not ended: run tallyhouse restore again'),
  });
  const restored = await place.restore(`--from ${backups}`, env);
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) });
  expect(restored.output).toContain(
    `The schema is newer than the backup: ${migrations.length - older.length} migrations ran.`,
  );
  await refuseUnfinished(client);
  expect(await place.rows(`select count()::UInt32 as n from ${database}.pageviews final`)).toEqual([
    { n: 3 },
  ]);
  await client.close();
  await rm(backups, { recursive: true });
  await place.client.command({ query: `drop database ${database} sync` });
});
