import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createClickHouse, createDatabase, isRetired, MigrationError, migrate } from '@tallyhouse/clickhouse';
import { migrateDatabase, migrations, setPingRetention } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings, rowsOf } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';

const folder = 'clickhouse/migrations';
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();

test('the list contains every file of the folder, in order; npm run schema:dump writes it', () => {
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files);
  const versions = migrations.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect(migrations.filter(isRetired)).toEqual([]);
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

describe('a migrated database', () => {
  const db = forAllTests(createTestDatabase);
  const rows = (query: string) => rowsOf(db.client, query);

  test('a second run does nothing and keeps the data', async () => {
    await insertPings(db.client, [{ pinged_at: Date.UTC(2026, 10, 21), site_id: 'kept' }]);
    expect(await migrateDatabase(db.client)).toBe(0);
    expect(await rows("select count() as n from pageviews final where site_id = 'kept'")).toEqual([{ n: 1 }]);
  });

  test('a database that ran migrations which are gone is up to date', async () => {
    const checksum = '0'.repeat(64);
    const gone = [8, 9, 10, 11, 12, 13].map((version) => ({ version, name: `${version}_settled`, checksum }));
    await db.client.insert({ table: 'migrations', values: gone, format: 'JSONEachRow' });
    expect(await migrateDatabase(db.client)).toBe(0);
    await db.client.command({
      query: 'alter table migrations delete where version between 8 and 13 settings mutations_sync = 1',
    });
  });

  test('the next run finishes one that died halfway', async () => {
    await db.client.command({ query: 'drop table forgotten' });
    await db.client.command({
      query: 'alter table migrations delete where version >= 14',
      clickhouse_settings: { mutations_sync: '1' },
    });
    expect(await migrateDatabase(db.client)).toBe(migrations.filter(({ version }) => version >= 14).length);
    const versions = migrations.map(({ version }) => ({ version }));
    expect(await rows('select version from migrations order by version')).toEqual(versions);
    await db.client.command({ query: 'select 1 from forgotten limit 0' });
  });

  test('raw pings and dead letters are kept for the given number of days, for ever at 0', async () => {
    const shown = () =>
      Promise.all(
        ['pings', 'dead_letters'].map(async (table) => {
          const [row] = await rows(`show create table ${table}`);
          return /TTL .*/.exec(Object(row).statement)?.[0];
        }),
      );
    expect(await shown()).toEqual([undefined, undefined]);
    await setPingRetention(db.client, 30);
    await setPingRetention(db.client, 30);
    const [pings, letters] = ['received_at', 'refused_at'].map(
      (column) => `TTL toDateTime(${column}) + toIntervalDay(30)`,
    );
    expect(await shown()).toEqual([pings, letters]);
    await db.client.command({
      query: 'alter table pings modify ttl toDateTime(pinged_at) + toIntervalDay(30)',
    });
    await setPingRetention(db.client, 30);
    expect((await shown())[0]).toBe(pings);
    await setPingRetention(db.client, 0);
    expect(await shown()).toEqual([undefined, undefined]);
  });
});

describe('an empty database', () => {
  const url = process.env['TEST_CLICKHOUSE_URL'] ?? '';
  const [first, second] = ['1', '2'].map(() => {
    const database = `test_${randomBytes(6).toString('hex')}`;
    return { database, client: createClickHouse({ url, database }, logger) };
  });
  if (first === undefined || second === undefined) throw new Error('no database');
  beforeAll(async () => {
    await createDatabase({ url, database: second.database }, logger);
    await migrate(second.client, []);
  });
  afterAll(async () => {
    for (const { client, database } of [first, second]) {
      await client.command({ query: `drop database if exists ${database} sync` });
      await client.close();
    }
  });

  test('two concurrent runs create one schema in it', async () => {
    const run = async () => {
      await createDatabase({ url, database: first.database }, logger);
      await migrateDatabase(first.client);
    };
    await Promise.all([run(), run()]);
    const ran = await rowsOf(first.client, 'select version from migrations final order by version');
    expect(ran).toEqual(migrations.map(({ version }) => ({ version })));
  });

  const [, edited] = migrations;
  test.each([
    [
      'is newer than the program',
      ['9000_tomorrow'],
      'The database belongs to a newer Tallyhouse (it has migration 9000_tomorrow; ' +
        `this program ends at ${migrations.at(-1)?.version}). Upgrade this program.`,
    ],
    [
      'was made before the release of 0.1.0',
      ['0001_pings', '0002_dead_letters', '0045_changed_days'],
      `The database ${second.database} was made before the release of 0.1.0, by a program whose migrations have other numbers: make ` +
        'a backup with that program (tallyhouse backup) and restore it with this one (tallyhouse restore --replace), or set ' +
        'CLICKHOUSE_DATABASE to a new database and store in it what the log still holds (tallyhouse replay).',
    ],
    [
      'ran a migration that was edited since',
      [edited?.name ?? ''],
      `Migration ${edited?.name} was edited after it ran on this database. ` +
        'Restore the file and make the change in a new migration.',
    ],
  ])('a database that %s is refused, with a remedy, and nothing runs', async (_, names, message) => {
    await second.client.command({ query: 'truncate table migrations' });
    await second.client.insert({
      table: 'migrations',
      values: names.map((name) => ({ version: Number.parseInt(name, 10), name, checksum: '0'.repeat(64) })),
      format: 'JSONEachRow',
    });
    await expect(migrateDatabase(second.client)).rejects.toThrow(new MigrationError(message));
    const tables = await second.client.query({ query: 'show tables', format: 'TabSeparated' });
    expect(await tables.text()).toBe('migrations\n');
  });
});
