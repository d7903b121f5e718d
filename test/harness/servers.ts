import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { createLogger } from '@tallyhouse/service';
// Not through the package's index: jest's global set-up cannot import the SQL files behind it.
import { startEmbeddedClickHouse } from '../../packages/clickhouse/src/embedded/embedded-clickhouse.ts';
import { run } from './ran.ts';
import { compiling, logging, turnOff } from './settings-of-tests.ts';

type Stop = () => Promise<void>;
const stops: Stop[] = [];

/** Builds the programs into dist/, which some tests run. */
export function buildPrograms(): void {
  execFileSync(process.execPath, ['build.js'], { stdio: 'inherit' });
}

/** Stops what was started here, the last one first: others may use those before it. */
export async function stopServers(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

/** @param stop ends what uses the servers */
export function stopWithServers(stop: Stop): void {
  stops.push(stop);
}

/**
 * Finds or starts the ClickHouse that the test files share, migrates the database that theirs are clones of, and names both in
 * the environment that jest hands to its workers: TEST_CLICKHOUSE_URL (with user and password in it),
 * TEST_CLICKHOUSE_READER_URL, TEST_CLICKHOUSE_TEMPLATE, TEST_CLICKHOUSE_BACKUPS (a folder that it may back up to; of a server at
 * CLICKHOUSE_URL, the one that CLICKHOUSE_BACKUPS names).
 */
export async function startClickHouse(): Promise<void> {
  const given = process.env['CLICKHOUSE_URL'];
  const { writer, reader, backups } = given
    ? { writer: given, reader: given, backups: process.env['CLICKHOUSE_BACKUPS'] }
    : await startEmbedded();
  const template = `test_template_${randomBytes(6).toString('hex')}`;
  await migrateByProgram(writer, template);
  if (given) stops.push(() => dropDatabase(given, template));
  process.env['TEST_CLICKHOUSE_URL'] = writer;
  process.env['TEST_CLICKHOUSE_READER_URL'] = reader;
  process.env['TEST_CLICKHOUSE_TEMPLATE'] = template;
  if (backups !== undefined) process.env['TEST_CLICKHOUSE_BACKUPS'] = backups;
}

async function startEmbedded(): Promise<{ writer: string; reader: string; backups: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-test-clickhouse-'));
  await turnOff(folder, [...compiling, ...logging]);
  const server = await startEmbeddedClickHouse({
    folder,
    port: 0,
    limits: { memoryBytes: 4 * 1024 ** 3 },
    reader: { database: 'test_*', seconds: 3600, memoryBytes: 4 * 1024 ** 3 },
    bi: { database: 'test_*', bi: 'test_*', definer: 'bi_definer' },
    program: 'dist/clickhouse-server.js',
    logger: createLogger('test', 'warn'),
  });
  stops.push(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const as = (user: 'writer' | 'reader') =>
    server.insideUrl.replace('//', `//${user}:${server.passwords[user]}@`);
  return { writer: as('writer'), reader: as('reader'), backups: join(folder, 'backups') };
}

/** By `tallyhouse migrate`, as the migrations cannot be imported here. */
async function migrateByProgram(url: string, database: string): Promise<void> {
  await run(process.execPath, ['dist/migrate.js'], {
    env: { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database, CLICKHOUSE_BI_DATABASE: 'none' },
  });
}

async function dropDatabase(url: string, database: string): Promise<void> {
  const client = createClient({ url });
  await client.command({ query: `drop database ${database} sync` });
  await client.close();
}
