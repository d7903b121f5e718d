/**
 * `npm run bench`: what the service takes and gives on this machine, started as `npm start` starts it. Ratios are
 * between two sides of one run; the absolute figures are this machine's alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureFreshness } from './freshness.ts';
import { measureIdle } from './idle.ts';
import { measureIngest } from './ingest.ts';
import { startService } from './service.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;
const milliseconds = (ms: number) => `${Math.round(ms)} ms`;
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;

if (process.argv.includes('--help')) {
  say(
    'Usage: npm run bench\nMeasures start, idle cost, freshness and ingest of the standalone service. About two minutes.',
  );
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'));
try {
  say('starting the service, twice: with an empty data folder and with one that exists');
  const first = await startService(folder);
  await first.stop();
  const service = await startService(folder);
  say('idle for 35 s');
  const idle = await measureIdle(service.pids());
  say('sending pings one by one');
  const delays = await measureFreshness(service);
  say('loading ingest for 50 s');
  const ingest = await measureIngest(service.pingUrl);
  await service.stop();

  const figures = {
    'start to first report, empty folder': milliseconds(first.coldStartMs),
    'start to first report, folder with data': milliseconds(service.coldStartMs),
    'idle resident memory, ClickHouse included': megabytes(idle.residentBytes),
    'idle CPU': `${(idle.cpu * 100).toFixed(1)} % of a core`,
    '202 to visible in /overview and /realtime, median': milliseconds(at(delays, 0.5)),
    '202 to visible, 95th percentile': milliseconds(at(delays, 0.95)),
    'bare node:http that answers 202': perSecond(ingest.bare),
    'ingest, one ping a request': `${perSecond(ingest.single)}, ${(ingest.single / ingest.bare).toFixed(2)} of bare`,
    'ingest, 100 pings a request': perSecond(ingest.batched),
  };
  for (const [name, figure] of Object.entries(figures)) say(`${name.padEnd(52)} ${figure}`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
