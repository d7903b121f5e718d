import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-capacity-'));
const measured = join(folder, 'bench.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function capacity(...args: string[]): Promise<Ended> {
  try {
    return { code: 0, ...(await run(process.execPath, ['dist/tallyhouse.js', 'capacity', ...args])) };
  } catch (error) {
    return z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error);
  }
}

/** The rows of the table: need and basis by what it is. */
function needs({ stdout }: Ended): Record<string, string[]> {
  const rows = [...stdout.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.trim()),
  );
  return Object.fromEntries(rows.slice(2).map(([what = '', need = '', basis = '']) => [what, [need, basis]]));
}

beforeAll(async () => {
  const { PATH = '', HOME = '', TEST_KAFKA_BROKERS = '' } = process.env;
  const env = { PATH, HOME, KAFKA_BROKERS: TEST_KAFKA_BROKERS };
  await run(process.execPath, ['test/bench/build.js']);
  const parts = ['--only', 'ingest,consumer,disk', '--quick', '--rows', '5k', '--json', measured];
  await run(process.execPath, ['dist/bench/main.js', ...parts], { env });
}, 1_200_000);

test('estimates from what the benchmark measured, and marks what it did not reach', async () => {
  const small = await capacity('--pageviews-per-day', '1', '--keep-days', '1', '--figures', measured);
  expect({ code: small.code, stderr: small.stderr }).toEqual({ code: 0, stderr: '' });
  expect(small.stdout).toMatch(/^Measured on \d+ x /);
  expect(needs(small)).toMatchObject({
    'ingest, processes': ['2', 'measured'],
    'consumer, processes': ['2', 'measured'],
    'Kafka, partitions of the topic': ['6', 'measured'],
    'ClickHouse, disk': [expect.stringMatching(/^0\.0 MB$/), 'measured'],
  });
  const large = needs(await capacity('--pageviews-per-day', '10b', '--figures', measured));
  const extrapolated = expect.stringMatching(/^extrapolated, [\d,]+ x$/);
  expect(large).toMatchObject({
    'ingest, processes': [expect.any(String), extrapolated],
    'consumer, processes': [expect.any(String), extrapolated],
    'ClickHouse, disk': [expect.stringMatching(/ [TP]B$/), extrapolated],
  });
});

test('figures that are missing are named, with the command that measures them', async () => {
  const other = join(folder, 'other.json');
  writeFileSync(
    other,
    JSON.stringify({ machine: 'one', facts: [{ name: 'disk: pageviews stored', value: 1 }] }),
  );
  const { code, stderr } = await capacity('--pageviews-per-day', '1m', '--figures', other);
  expect(code).toBe(1);
  expect(stderr).toContain('lacks "ingest: CPU seconds a ping, one a request"');
  expect(stderr).toContain(`npm run bench -- --only ingest,consumer,disk --json ${other}`);
  const nowhere = await capacity('--pageviews-per-day', '1m', '--figures', join(folder, 'nowhere.json'));
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toContain('nowhere.json cannot be read');
});

test('--help prints the usage, and a mistake is refused in words', async () => {
  expect((await capacity('--help')).stdout).toContain('--pageviews-per-day <numbers>');
  const { code, stderr } = await capacity('--pageviews-per-day', 'many');
  expect(code).toBe(2);
  expect(stderr).toContain('--pageviews-per-day many: expected a number');
});
