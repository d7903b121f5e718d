import { spawn } from 'node:child_process';
import { whileLocked } from '@tallyhouse/deletion';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { until } from '../log/gather.ts';

/** `tallyhouse delete` as a program of its own. */

const at = Date.now() - 3_600_000;
const visitor = uuid7(at);
let database: TestDatabase;
let another: TestDatabase;
beforeAll(async () => {
  [database, another] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (const { client } of [database, another]) {
    await insertPings(
      client,
      Array.from({ length: 20 }, (_, index) => ({
        pinged_at: at + index * 1000,
        visitor_id: index < 10 ? visitor : uuid7(at),
      })),
    );
  }
});
afterAll(() => Promise.all([database.drop(), another.drop()]));

function run(url: string, { database: name }: TestDatabase, args: string) {
  const child = spawn(process.execPath, ['dist/delete.js', ...args.split(' ')], {
    env: { PATH: process.env['PATH'], CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: name },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}

const ofVisitor = `--site blog --visitor ${visitor}`;
const rowsOf = async ({ client }: TestDatabase, query: string) =>
  (await client.query({ query, format: 'JSONEachRow' })).json();

test('asks first, refuses a second one, and goes on where one was killed', async () => {
  const preview = await run(database.url, database, ofVisitor).ended;
  expect(preview).toMatchObject({ code: 0, output: expect.stringMatching(/pageviews +10 rows/) });
  const readOnly = run(process.env['TEST_CLICKHOUSE_READER_URL'] ?? '', database, `${ofVisitor} --yes`);
  const wrong = run(database.url, database, '--visitor 7');
  expect(await readOnly.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('ClickHouse does not let this user delete'),
  });
  expect(await wrong.ended).toMatchObject({ code: 2, output: expect.stringContaining('--site <id>') });

  // The lock is that of a database.
  const second = whileLocked(another.client, () => run(another.url, another, `${ofVisitor} --yes`).ended);

  // It cannot come to its end before it is killed: ClickHouse rewrites no parts meanwhile.
  await database.client.command({ query: 'system stop merges sessions' });
  const killed = run(database.url, database, `${ofVisitor} --yes`);
  const planned = `select 1 as one from deleting where what = 'planned'`;
  await until(async () => (await rowsOf(database, planned)).length > 0);
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toMatchObject({ code: null });
  await database.client.command({ query: 'system start merges sessions' });
  expect(await run(database.url, database, `${ofVisitor} --yes`).ended).toMatchObject({
    code: 0,
    output: expect.stringContaining(`A deletion was interrupted: finishing visitor ${visitor} of site blog.`),
  });
  expect(await rowsOf(database, 'select uniqExact(visitor_id)::UInt32 as n from sessions')).toEqual([
    { n: 10 },
  ]);
  expect(await rowsOf(database, 'select what from deleting')).toEqual([]);

  expect(await second).toMatchObject({
    code: 1,
    output: expect.stringContaining('Another deletion is running, or a backup is copying the tables.'),
  });
  expect(await rowsOf(another, 'select count()::UInt32 as n from forgotten')).toEqual([{ n: 0 }]);
});
