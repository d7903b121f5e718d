import { whileLocked } from '@tallyhouse/deletion';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { startProgram } from '../harness/program.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { until } from '../log/gather.ts';

/** `tallyhouse delete` as a program of its own. */

const at = Date.now() - 3_600_000;
const visitor = uuid7(at);
let database: TestDatabase;
let another: TestDatabase;
beforeAll(async () => {
  [database, another] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const pings = Array.from({ length: 20 }, (_, index) => ({
    pinged_at: at + index * 1000,
    visitor_id: index < 10 ? visitor : uuid7(at),
  }));
  for (const { client } of [database, another]) await insertPings(client, pings);
});
afterAll(() => Promise.all([database.drop(), another.drop()]));

const start = ({ database: name, url }: Pick<TestDatabase, 'database' | 'url'>, args: string) =>
  startProgram([process.execPath, 'dist/delete.js', ...args.split(' ')], {
    env: { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: name },
    readyUrls: [],
  });

/** Runs it to its end. */
async function run(about: Parameters<typeof start>[0], args: string) {
  const program = await start(about, args);
  return { code: await program.ended, output: program.output() };
}

const ofVisitor = `--site blog --visitor ${visitor}`;
const rowsOf = async ({ client }: TestDatabase, query: string) =>
  (await client.query({ query, format: 'JSONEachRow' })).json();

test('asks first, and says what it may not do', async () => {
  const preview = await run(another, ofVisitor);
  expect(preview).toEqual({ code: 0, output: expect.stringMatching(/pageviews +10 rows/) });
  const reader = { database: another.database, url: process.env['TEST_CLICKHOUSE_READER_URL'] ?? '' };
  const refused = expect.stringContaining('ClickHouse does not let this user delete');
  expect(await run(reader, `${ofVisitor} --yes`)).toEqual({ code: 1, output: refused });
  const usage = expect.stringContaining('--site <id>');
  expect(await run(another, '--visitor 7')).toEqual({ code: 2, output: usage });
});

test('refuses a second deletion in the same database', async () => {
  const second = await whileLocked(another.client, () => run(another, `${ofVisitor} --yes`));
  const output = expect.stringContaining('Another deletion is running, or a backup is copying the tables.');
  expect(second).toEqual({ code: 1, output });
  expect(await rowsOf(another, 'select count()::UInt32 as n from forgotten')).toEqual([{ n: 0 }]);
});

test('goes on where it was killed', async () => {
  // It cannot come to its end before it is killed: ClickHouse rewrites no parts meanwhile.
  await database.client.command({ query: 'system stop merges sessions' });
  const killed = await start(database, `${ofVisitor} --yes`);
  const planned = `select 1 as one from deleting where what = 'planned'`;
  await until(async () => (await rowsOf(database, planned)).length > 0);
  expect(await killed.end('SIGKILL')).toBe('SIGKILL');
  await database.client.command({ query: 'system start merges sessions' });
  const finishing = `A deletion was interrupted: finishing visitor ${visitor} of site blog.`;
  const output = expect.stringContaining(finishing);
  expect(await run(database, `${ofVisitor} --yes`)).toEqual({ code: 0, output });
  const visitors = 'select uniqExact(visitor_id)::UInt32 as n from sessions';
  expect(await rowsOf(database, visitors)).toEqual([{ n: 10 }]);
  expect(await rowsOf(database, 'select what from deleting')).toEqual([]);
});
