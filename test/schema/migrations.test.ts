import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import {
  createClickHouse,
  createDatabase,
  MigrationError,
  migrate,
  migrations,
  setPingRetention,
} from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { createMigratedDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';

const logger = createLogger('test', 'silent');
const folder = 'clickhouse/migrations';

let db: TestDatabase;
beforeEach(async () => {
  db = await createMigratedDatabase();
});
afterEach(() => db.drop());

async function applied(): Promise<number[]> {
  const result = await db.client.query({
    query: 'select version from migrations order by version',
    format: 'JSONEachRow',
  });
  return (await result.json<{ version: number }>()).map(({ version }) => version);
}

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();

test('the list contains every file of the folder, in order; npm run schema:dump writes it', () => {
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files);
  expect(migrations.map(({ version }) => version)).toEqual(files.map((_, index) => index + 1));
});

test('a migration that landed is not edited: its text has the recorded checksum', () => {
  // A line never changes or goes: a change takes another migration. npm run schema:dump adds lines for new ones.
  const checksums = files.map((file) => {
    const text = readFileSync(`${folder}/${file}`);
    return `${createHash('sha256').update(text).digest('hex')}  ${file}`;
  });
  expect(readFileSync(`${folder}/checksums.txt`, 'utf8').trimEnd().split('\n')).toEqual(checksums);
});

test('every migration may run twice', () => {
  const harmless = /\bif (not )?exists\b|\bor replace\b|\bmodify (query|comment|setting)\b/;
  const risky = files.filter((file) => !harmless.test(readFileSync(`${folder}/${file}`, 'utf8')));
  expect(risky).toEqual([]);
});

test('a second run does nothing and keeps the data', async () => {
  await insertPings(db.client, [{ pinged_at: Date.UTC(2026, 10, 21) }]);
  expect(await migrate(db.client, migrations)).toBe(0);
  const result = await db.client.query({
    query: 'select count() as n from pageviews final',
    format: 'JSONEachRow',
  });
  expect(await result.json()).toEqual([{ n: 1 }]);
});

test('two concurrent runs create one schema', async () => {
  const database = `${db.database}_shared`;
  const connection = { url: db.url, database };
  const runners = [createClickHouse(connection, logger), createClickHouse(connection, logger)];
  await Promise.all(
    runners.map(async (client) => {
      await createDatabase(connection, logger);
      await migrate(client, migrations);
    }),
  );
  const result = await runners[0]?.query({
    query: 'select version from migrations final order by version',
    format: 'JSONEachRow',
  });
  expect(await result?.json()).toEqual(migrations.map(({ version }) => ({ version })));
  await runners[0]?.command({ query: `drop database ${database}` });
  await Promise.all(runners.map((client) => client.close()));
});

test('the next run finishes one that died halfway', async () => {
  await db.client.command({ query: 'drop table dead_letters' });
  await db.client.command({
    query: 'alter table migrations delete where version >= 2',
    clickhouse_settings: { mutations_sync: '1' },
  });
  expect(await migrate(db.client, migrations)).toBe(migrations.length - 1);
  expect(await applied()).toEqual(migrations.map(({ version }) => version));
  await db.client.command({ query: 'select 1 from dead_letters limit 0' });
});

test('a database newer than the program is refused', async () => {
  await db.client.insert({
    table: 'migrations',
    values: [{ version: 9000, name: '9000_tomorrow', checksum: '0'.repeat(64) }],
    format: 'JSONEachRow',
  });
  await expect(migrate(db.client, migrations)).rejects.toThrow(MigrationError);
  await expect(migrate(db.client, migrations)).rejects.toThrow(
    'belongs to a newer Tallyhouse (it has migration 9000_tomorrow',
  );
});

test('a database from before the first release is refused, with a remedy', async () => {
  await db.client.command({ query: 'truncate table migrations' });
  await db.client.insert({
    table: 'migrations',
    values: ['0001_pings', '0002_pageviews', '0055_totals'].map((name) => ({
      version: Number.parseInt(name, 10),
      name,
      checksum: '0'.repeat(64),
    })),
    format: 'JSONEachRow',
  });
  await expect(migrate(db.client, migrations)).rejects.toThrow(
    new MigrationError(
      `The database ${db.database} predates the first release and cannot be upgraded: drop it, or set CLICKHOUSE_DATABASE to ` +
        'another one (with tallyhouse start: delete the folder clickhouse in DATA_DIR), then run tallyhouse replay to store the pings ' +
        'that are still in the log.',
    ),
  );
});

test('a migration that was edited after it ran is refused', async () => {
  const edited = migrations.map((m) => (m.version === 2 ? { ...m, sql: `${m.sql}\n-- edited` } : m));
  await expect(migrate(db.client, edited)).rejects.toThrow(
    'Migration 0002_dead_letters was edited after it ran',
  );
});

test('raw pings and dead letters are kept for the given number of days, for ever at 0', async () => {
  const shown = async () => {
    const of = async (table: string) => {
      const result = await db.client.query({
        query: `show create table ${table}`,
        format: 'TabSeparatedRaw',
      });
      return /TTL .*/.exec(await result.text())?.[0];
    };
    return [await of('pings'), await of('dead_letters')];
  };
  expect(await shown()).toEqual([undefined, undefined]);
  await setPingRetention(db.client, 30);
  await setPingRetention(db.client, 30);
  expect(await shown()).toEqual([
    'TTL toDateTime(received_at) + toIntervalDay(30)',
    'TTL toDateTime(refused_at) + toIntervalDay(30)',
  ]);
  await db.client.command({
    query: 'alter table pings modify ttl toDateTime(pinged_at) + toIntervalDay(30)',
  });
  await setPingRetention(db.client, 30);
  expect((await shown())[0]).toBe('TTL toDateTime(received_at) + toIntervalDay(30)');
  await setPingRetention(db.client, 0);
  expect(await shown()).toEqual([undefined, undefined]);
});
