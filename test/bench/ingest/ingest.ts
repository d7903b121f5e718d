import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { freePort } from '../../harness/free-port.ts';
import { startKafka } from '../../harness/kafka.ts';
import { startProgram } from '../../harness/program.ts';
import { type Line, ratioLine } from '../line.ts';
import { median } from '../statistics.ts';

const run = promisify(execFile);
const connections = 128;

/** Requests, or pings, a second. */
interface Rates {
  bare: number[];
  express: number[];
  single: number[];
  batched: number[];
}

/**
 * The ingest app alone in front of Kafka, beside a bare server and beside Express with the same bodies. Interleaved
 * rounds, so that whatever else the machine does falls on all alike.
 */
export async function measureIngest(
  { rounds, seconds }: { rounds: number; seconds: number },
  say: (text: string) => void,
): Promise<Line[]> {
  const kafka = await startKafka();
  const port = await freePort();
  const ingest = await startProgram([process.execPath, 'dist/ingest.js'], {
    env: {
      HOST: '127.0.0.1',
      INGEST_PORT: `${port}`,
      KAFKA_BROKERS: kafka.brokers.join(','),
      KAFKA_TOPIC: `bench-${process.pid}`,
      IDENTITY_SECRET: 'the secret of the benchmark',
      LOG_LEVEL: 'error',
    },
    readyUrls: [`http://127.0.0.1:${port}/readyz`],
  });
  const bare = await startBaseline('bare-server');
  const express = await startBaseline('express-server');
  try {
    const pingUrl = `http://127.0.0.1:${port}/api/ping`;
    const rates: Rates = { bare: [], express: [], single: [], batched: [] };
    for (const url of [bare.url, express.url, pingUrl]) await load(url, 1, 2); // warm-up
    for (let round = 0; round < rounds; round++) {
      rates.bare.push(await load(bare.url, 1, seconds));
      rates.express.push(await load(express.url, 1, seconds));
      rates.single.push(await load(pingUrl, 1, seconds));
      rates.batched.push(await load(pingUrl, 100, seconds));
      say(`round ${round + 1} of ${rounds}`);
    }
    return toLines(rates, kafka.kind);
  } finally {
    bare.process.kill();
    express.process.kill();
    await ingest.end('SIGTERM');
    await kafka.stop();
  }
}

function toLines({ bare, express, single, batched }: Rates, kafka: string): Line[] {
  const one = median(single);
  return [
    ratioLine('ingest', `one ping a request, Kafka (${kafka}), of bare node:http`, one / median(bare), {
      atLeast: 0.4,
      baseline: spread(bare),
    }),
    ratioLine('ingest', "one ping a request, of Express' empty JSON route", one / median(express), {
      atLeast: 1,
      baseline: spread(express),
    }),
    { part: 'ingest', what: 'one ping a request', figure: spread(single), target: '', met: undefined },
    {
      part: 'ingest',
      what: 'a hundred pings a request, pings',
      figure: spread(batched),
      target: '>= 60,000/s',
      met: median(batched) >= 60_000,
    },
  ];
}

async function startBaseline(name: string): Promise<{ process: ChildProcess; url: string }> {
  const started = spawn(process.execPath, [`dist/bench/ingest/${name}.js`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(started.stdout, 'data');
  return { process: started, url: `http://127.0.0.1:${String(port).trim()}/` };
}

async function load(url: string, batch: number, duration: number): Promise<number> {
  const { stdout } = await run(process.execPath, [
    'dist/bench/ingest/load.js',
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

/** The median, and between which figures the rounds were. */
function spread(values: readonly number[]): string {
  const round = (rate: number) => Math.round(rate).toLocaleString('en');
  return `${round(median(values))}/s (${round(Math.min(...values))} to ${round(Math.max(...values))})`;
}
