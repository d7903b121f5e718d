import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { parts } from './options.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-test-'));
const json = join(folder, 'figures.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function start(program: string, ...args: string[]): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, KAFKA_BROKERS: (await sharedBrokers()).join() };
  try {
    return { code: 0, ...(await run(process.execPath, [`dist/${program}.js`, ...args], { env })) };
  } catch (error) {
    return z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error);
  }
}

let measured: Ended;
beforeAll(
  async () => {
    await run(process.execPath, ['test/bench/build.js']);
    measured = await start('bench/main', '--quick', '--rows', '1k', '--json', json);
    // No limit: it takes as long as the machine needs.
  },
  2 ** 31 - 1,
);

test('every part gives its figures, and reports and exports agree with raw pings', () => {
  const { code, stderr } = measured;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const line = z.object({ part: z.string(), what: z.string(), figure: z.string().regex(/^(?!.*NaN).*\d/) });
  const { lines } = z.object({ lines: z.array(line) }).parse(JSON.parse(readFileSync(json, 'utf8')));
  const ofOneSize = ['bi 1k', 'crawlers 1k', 'events 1k', 'filtered 1k', 'query 1k', 'reports 1k'];
  const others = parts.filter((part) => !['bi', 'crawlers', 'reports', 'query'].includes(part));
  expect([...new Set(lines.map(({ part }) => part))].sort()).toEqual([...others, ...ofOneSize].sort());
});

/** Rows of the table of needs: need and basis, by the first cell. */
function needs({ stdout }: Ended): Record<string, string[]> {
  const rows = [...stdout.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.trim()),
  );
  return Object.fromEntries(rows.slice(2).map(([what = '', need = '', basis = '']) => [what, [need, basis]]));
}

test('npm run capacity estimates from what was measured, and marks what it did not reach', async () => {
  const capacity = (...args: string[]) => start('bench/capacity/main', ...args, '--figures', json);
  const small = await capacity('--pageviews-per-day', '1', '--keep-days', '1');
  expect({ code: small.code, stderr: small.stderr }).toEqual({ code: 0, stderr: '' });
  expect(small.stdout).toMatch(/^Measured on \d+ x /);
  expect(needs(small)).toMatchObject({
    'ingest, processes': ['2', 'measured'],
    'consumer, processes': ['2', 'measured'],
    'Kafka, partitions of the topic': ['6', 'measured'],
    'ClickHouse, disk': [expect.stringMatching(/^0\.0 MB$/), 'measured'],
  });
  const extrapolated = expect.stringMatching(/^extrapolated, [\d,]+ x$/);
  expect(needs(await capacity('--pageviews-per-day', '10b'))).toMatchObject({
    'ingest, processes': [expect.any(String), extrapolated],
    'consumer, processes': [expect.any(String), extrapolated],
    'ClickHouse, disk': [expect.stringMatching(/ [TP]B$/), extrapolated],
  });
});

test('with --beside the reports of another build are asked for in turn, and compared', async () => {
  const { code, stdout, stderr } = await start(
    'bench/main',
    ...['--quick', '--rows', '1k'],
    ...['--only', 'reports', '--beside', '.'],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const state of ['settled', 'last day changed', 'site without a ping'])
    expect(
      stdout.match(new RegExp(`\\| \\S+, ${state}, CPU time, of the other build +\\| [\\d.]+ x `, 'g')),
    ).toHaveLength(8);
});

test('--help prints the usage', async () => {
  const { code, stdout } = await start('bench/main', '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('--only PART');
});

test.each([
  [['--only', 'everything'], '--only takes start'],
  [['--rows', 'many'], '--rows takes a size'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused in words', async (args, message) => {
  const { code, stderr } = await start('bench/main', ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
