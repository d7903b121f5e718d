import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Ran, ran } from '../harness/ran.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { parts } from './options.ts';

const json = folderOfFile()('figures.json');

/** Without a limit of time: it takes as long as the machine needs. */
async function start(program: string, ...args: string[]): Promise<Ran> {
  const env = { KAFKA_BROKERS: (await sharedBrokers()).join() };
  return ran([process.execPath, `dist/${program}.js`, ...args], { env, timeout: 0 });
}

let measured: Ran;
beforeAll(
  async () => {
    execFileSync(process.execPath, ['test/bench/build.js']);
    measured = await start('bench/main', '--quick', '--rows', '1k', '--json', json);
  },
  2 ** 31 - 1,
);

test('every part gives its figures, and reports agree with raw pings', () => {
  const { code, errors } = measured;
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const line = z.object({ part: z.string(), what: z.string(), figure: z.string().regex(/^(?!.*NaN).*\d/) });
  const { lines } = z.object({ lines: z.array(line) }).parse(JSON.parse(readFileSync(json, 'utf8')));
  const ofOneSize = ['bi 1k', 'crawlers 1k', 'events 1k', 'filtered 1k', 'query 1k', 'reports 1k'];
  const others = parts.filter((part) => !['bi', 'crawlers', 'events', 'reports', 'query'].includes(part));
  expect([...new Set(lines.map(({ part }) => part))].sort()).toEqual([...others, ...ofOneSize].sort());
});

/** Rows of the table of needs: need and basis, by the first cell. */
function needs({ out }: Ran): Record<string, string[]> {
  const rows = [...out.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.trim()),
  );
  return Object.fromEntries(rows.slice(2).map(([what = '', need = '', basis = '']) => [what, [need, basis]]));
}

test('npm run capacity estimates from what was measured, and marks what it did not reach', async () => {
  const capacity = (...args: string[]) => start('bench/capacity/main', ...args, '--figures', json);
  const small = await capacity('--pageviews-per-day', '1', '--keep-days', '1');
  expect(small).toEqual({ code: 0, errors: '', out: expect.stringMatching(/^Measured on \d+ x /) });
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
  const args = ['--quick', '--rows', '1k', '--only', 'reports', '--beside', '.'];
  const { code, out, errors } = await start('bench/main', ...args);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  for (const state of ['settled', 'last day changed', 'site without a ping'])
    expect(
      out.match(new RegExp(`\\| \\S+, ${state}, CPU time, of the other build +\\| [\\d.]+ x `, 'g')),
    ).toHaveLength(8);
});
