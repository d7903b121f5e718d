import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const run = promisify(execFile);
const rounds = 3;
const seconds = 5;
const connections = 128;

export interface IngestRates {
  /** Requests a second of bare node:http with the same bodies, one ping each. */
  bare: number;
  /** Pings a second, one a request. */
  single: number;
  /** Pings a second, a hundred a request. */
  batched: number;
}

/** Medians of interleaved rounds, so that whatever else the machine does falls on all alike. */
export async function measureIngest(pingUrl: string): Promise<IngestRates> {
  const bare = spawn(process.execPath, ['dist/bench/bare-server.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(bare.stdout, 'data');
  const bareUrl = `http://127.0.0.1:${String(port).trim()}/`;
  const rates: Record<keyof IngestRates, number[]> = { bare: [], single: [], batched: [] };
  await load(pingUrl, 1, 2); // warm-up
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await load(bareUrl, 1));
    rates.single.push(await load(pingUrl, 1));
    rates.batched.push(await load(pingUrl, 100));
  }
  bare.kill();
  return { bare: median(rates.bare), single: median(rates.single), batched: median(rates.batched) };
}

async function load(url: string, batch: number, duration = seconds): Promise<number> {
  const { stdout } = await run(process.execPath, [
    'dist/bench/load.js',
    url,
    `${duration}`,
    `${connections}`,
    `${batch}`,
  ]);
  const {
    accepted,
    refused,
    seconds: took,
  }: { accepted: number; refused: number; seconds: number } = JSON.parse(stdout);
  if (refused > 0) throw new Error(`${refused} pings were refused at ${url}`);
  return accepted / took;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
