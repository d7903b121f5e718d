import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../../harness/free-port.ts';
import { startKafka } from '../../harness/kafka.ts';
import { startProgram } from '../../harness/program.ts';
import { cpuSeconds } from '../cpu.ts';
import { type Line, ratioLine } from '../line.ts';
import { residentBytes } from '../resident.ts';
import { median } from '../statistics.ts';
import { startBaseline } from './baseline.ts';

const run = promisify(execFile);
const connections = 128;

/** A server under load, and what each round gave. */
interface Measured {
  url: string;
  pid: number;
  /** Pings of a request. */
  batch: number;
  /** Pings, or requests, a second. */
  rates: number[];
  /** CPU time of the server's process, user and system, for each: microseconds. */
  cpu: number[];
}

type Side = 'bare' | 'express' | 'single' | 'batched';

/**
 * Measures the ingest app alone in front of Kafka, a bare server, and Express, with the same bodies. The rounds alternate,
 * so that other load affects all alike.
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
    const pings = { url: `http://127.0.0.1:${port}/api/ping`, pid: ingest.pid };
    const sides: Record<Side, Measured> = {
      bare: { ...bare, batch: 1, rates: [], cpu: [] },
      express: { ...express, batch: 1, rates: [], cpu: [] },
      single: { ...pings, batch: 1, rates: [], cpu: [] },
      batched: { ...pings, batch: 100, rates: [], cpu: [] },
    };
    for (const { url, batch } of Object.values(sides)) await load(url, batch, 2); // warm-up
    for (let round = 0; round < rounds; round++) {
      for (const { url, pid, batch, rates, cpu } of Object.values(sides)) {
        const before = cpuSeconds(pid);
        const { accepted, seconds: took } = await load(url, batch, seconds);
        rates.push(accepted / took);
        cpu.push(((cpuSeconds(pid) - before) / accepted) * 1e6);
      }
      say(`round ${round + 1} of ${rounds}`);
    }
    return [...toLines(sides, kafka.kind), memoryLine(residentBytes(ingest.pid))];
  } finally {
    bare.process.kill();
    express.process.kill();
    await ingest.end('SIGTERM');
    await kafka.stop();
  }
}

function toLines({ bare, express, single, batched }: Record<Side, Measured>, kafka: string): Line[] {
  const rate = (side: Measured) => median(side.rates);
  const cpu = (side: Measured) => median(side.cpu);
  const perCore = 1e6 / cpu(batched);
  return [
    ratioLine(
      'ingest',
      `one ping a request, Kafka (${kafka}), of bare node:http`,
      rate(single) / rate(bare),
      {
        atLeast: 0.4,
        baseline: spread(bare.rates),
      },
    ),
    ratioLine('ingest', 'the same by CPU time: requests a core', cpu(bare) / cpu(single), {
      atLeast: 0.4,
      baseline: `${cpu(bare).toFixed(1)} µs a request`,
    }),
    ratioLine('ingest', "one ping a request, of Express' empty JSON route", rate(single) / rate(express), {
      atLeast: 1,
      baseline: spread(express.rates),
    }),
    ratioLine('ingest', 'the same by CPU time', cpu(express) / cpu(single), {
      atLeast: 1,
      baseline: `${cpu(express).toFixed(1)} µs a request`,
    }),
    {
      part: 'ingest',
      what: 'one ping a request',
      figure: spread(single.rates),
      target: '',
      met: undefined,
      facts: [{ name: 'ingest: pings a second, one a request', value: rate(single) }],
    },
    {
      part: 'ingest',
      what: 'CPU time of a ping, one a request',
      figure: `${cpu(single).toFixed(1)} µs`,
      target: '',
      met: undefined,
      facts: [{ name: 'ingest: CPU seconds a ping, one a request', value: cpu(single) / 1e6 }],
    },
    {
      part: 'ingest',
      what: 'a hundred pings a request, pings a core (by CPU time)',
      figure: `${Math.round(perCore).toLocaleString('en')}/s (${cpu(batched).toFixed(1)} µs a ping)`,
      target: '>= 60,000/s',
      met: perCore >= 60_000,
    },
    {
      part: 'ingest',
      what: 'the same, pings on this machine, with load and Kafka beside it',
      figure: spread(batched.rates),
      target: '',
      met: undefined,
    },
  ];
}

const memoryLine = (bytes: number): Line => ({
  part: 'ingest',
  what: 'resident memory after the load',
  figure: `${Math.round(bytes / 1e6)} MB`,
  target: '',
  met: undefined,
  facts: [{ name: 'ingest: resident bytes after the load', value: bytes }],
});

async function load(
  url: string,
  batch: number,
  duration: number,
): Promise<{ accepted: number; seconds: number }> {
  const { stdout } = await run(process.execPath, [
    'dist/bench/ingest/load.js',
    url,
    `${duration}`,
    `${connections}`,
    `${batch}`,
  ]);
  const answers: { accepted: number; refused: number; seconds: number } = JSON.parse(stdout);
  if (answers.refused > 0) throw new Error(`${answers.refused} pings were refused at ${url}`);
  return answers;
}

/** The median, and between which figures the rounds were. */
function spread(values: readonly number[]): string {
  const round = (rate: number) => Math.round(rate).toLocaleString('en');
  return `${round(median(values))}/s (${round(Math.min(...values))} to ${round(Math.max(...values))})`;
}
