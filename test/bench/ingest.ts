import { startBaseline } from './baseline.ts';
import { type Line, line, note } from './line.ts';
import { cpuSeconds, residentBytes } from './process.ts';
import { startApp, withKafka } from './services.ts';
import type { Sizes } from './sizes.ts';
import { median, spreadOf } from './statistics.ts';
import { load, requests } from './way/round.ts';

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
export const measureIngest = ({ rounds, seconds }: Sizes['ingest']): Promise<Line[]> =>
  withKafka(async ({ brokers, kind }) => {
    const ingest = await startApp('ingest', {
      KAFKA_BROKERS: brokers.join(),
      KAFKA_TOPIC: `bench-${process.pid}`,
      IDENTITY_SECRET: 'the secret of the benchmark',
    });
    const [bare, express] = [await startBaseline('bare'), await startBaseline('express')];
    try {
      const side = ({ url, pid }: Pick<Measured, 'url' | 'pid'>, batch: number): Measured => {
        return { url, pid, batch, rates: [], cpu: [] };
      };
      const pings = { url: `${ingest.url}/api/ping`, pid: ingest.pid };
      const sides: Record<Side, Measured> = {
        bare: side(bare, 1),
        express: side(express, 1),
        single: side(pings, 1),
        batched: side(pings, 100),
      };
      for (const one of Object.values(sides)) await sendTo(one, Math.min(seconds, 2)); // warm-up
      for (let round = 0; round < rounds; round++)
        for (const one of Object.values(sides)) {
          const before = cpuSeconds(one.pid);
          const { accepted, seconds: took } = await sendTo(one, seconds);
          one.rates.push(accepted / took);
          one.cpu.push(((cpuSeconds(one.pid) - before) / accepted) * 1e6);
        }
      return linesOf(sides, kind, residentBytes(ingest.pid));
    } finally {
      bare.end();
      express.end();
      await ingest.end('SIGTERM');
    }
  });

function linesOf(
  { bare, express, single, batched }: Record<Side, Measured>,
  kafka: string,
  resident: number,
): Line[] {
  const rate = (side: Measured) => median(side.rates);
  const cpu = (side: Measured) => median(side.cpu);
  const rates = ({ rates }: Measured) => spreadOf(rates, '/s');
  const aRequest = (side: Measured) => `${cpu(side).toFixed(1)} µs a request`;
  return [
    line(`one ping a request, Kafka (${kafka}), of bare node:http`, rate(single) / rate(bare), {
      atLeast: 0.4,
      baseline: rates(bare),
    }),
    line('the same by CPU time: requests a core', cpu(bare) / cpu(single), {
      atLeast: 0.4,
      baseline: aRequest(bare),
    }),
    line("one ping a request, of Express' empty JSON route", rate(single) / rate(express), {
      atLeast: 1,
      baseline: rates(express),
    }),
    line('the same by CPU time', cpu(express) / cpu(single), { atLeast: 1, baseline: aRequest(express) }),
    note('one ping a request', rates(single), {
      facts: [{ name: 'ingest: pings a second, one a request', value: rate(single) }],
    }),
    line('CPU time of a ping, one a request', cpu(single), {
      unit: ' µs',
      digits: 1,
      facts: [{ name: 'ingest: CPU seconds a ping, one a request', value: cpu(single) / 1e6 }],
    }),
    line('a hundred pings a request, pings a core (by CPU time)', 1e6 / cpu(batched), {
      unit: '/s',
      atLeast: 60_000,
      baseline: `${cpu(batched).toFixed(1)} µs a ping`,
    }),
    note('the same, pings on this machine, with load and Kafka beside it', rates(batched)),
    line('resident memory after the load', resident / 1e6, {
      unit: ' MB',
      facts: [{ name: 'ingest: resident bytes after the load', value: resident }],
    }),
  ];
}

const sendTo = ({ url, batch }: Measured, seconds: number) =>
  load({
    ...{ url, batch, seconds },
    connections: 128,
    // One on each connection is enough of a hundred pings each.
    requests: batch === 1 ? requests : 0,
    pings: Math.max(50 * batch, 4000 * seconds),
    repeat: true,
    kind: 'articles',
  });
