import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const result = z.object({
  lines: z.array(z.object({ part: z.string(), what: z.string(), figure: z.string().regex(/\d/) })),
});

async function bench(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { PATH = '', HOME = '', TEST_KAFKA_BROKERS = '' } = process.env;
  try {
    const output = await run(process.execPath, ['dist/bench/main.js', ...args], {
      env: { PATH, HOME, KAFKA_BROKERS: TEST_KAFKA_BROKERS },
    });
    return { code: 0, ...output };
  } catch (error) {
    return z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error);
  }
}

beforeAll(() => run(process.execPath, ['test/bench/build.js']));

test('every part gives its figures, and reports and exports agree with raw pings', async () => {
  const [json, plot] = [join(folder, 'figures.json'), join(folder, 'growth.svg')];
  const { code, stderr } = await bench('--quick', '--rows', '5k,10k', '--json', json, '--plot', plot);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { lines } = result.parse(JSON.parse(readFileSync(json, 'utf8')));
  expect([...new Set(lines.map(({ part }) => part))].sort()).toEqual([
    'attack',
    'bi 5k',
    'consumer',
    'delete',
    'disk',
    'events',
    'events 5k',
    'exports',
    'filtered 10k',
    'filtered 5k',
    'freshness',
    'growth',
    'idle',
    'import',
    'ingest',
    'lake',
    'merges',
    'neighbours',
    'paint',
    'proxy',
    'reports 10k',
    'reports 5k',
    'shards',
    'sites',
    'start',
    'takeover',
    'tracker',
    'way',
  ]);
  expect(readFileSync(plot, 'utf8')).toContain('<polyline');
}, 1_800_000);

test('--help prints the usage', async () => {
  const { code, stdout } = await bench('--help');
  expect(code).toBe(0);
  expect(stdout).toContain('--only PART');
});

test.each([
  [['--only', 'everything'], '--only takes start'],
  [['--rows', 'many'], '--rows takes a size'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused in words', async (args, message) => {
  const { code, stderr } = await bench(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
