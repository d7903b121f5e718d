import { startBaseline } from './baseline.ts';
import { type Line, line, note } from './line.ts';
import { cpuSeconds, residentBytes } from './process.ts';
import { withKafkaApp } from './services.ts';
import type { Sizes } from './sizes.ts';
import { median, spreadOf } from './statistics.ts';
import { targets } from './targets.ts';
import { load, requests } from './way/round.ts';

/** A server under load, and the figures of its rounds. */
interface Side {
  url: string;
  pid: number;
  /** Pings in a request. */
  batch: number;
  /** Pings, or requests, a second. */
  rates: number[];
  /** CPU time of the server's process, user and system, for each: microseconds. */
  cpu: number[];
}

/** Measures the ingest app by itself in front of Kafka, and a bare server with the same bodies, in turn, so that other load affects both. */
export const measureIngest = ({ rounds, seconds }: Sizes['ingest']): Promise<Line[]> =>
  withKafkaApp('ingest', { IDENTITY_SECRET: 'the secret of the benchmark' }, async (ingest) => {
    const baseline = await startBaseline();
    try {
      const side = (url: string, pid: number, batch: number): Side => ({
        url,
        pid,
        batch,
        rates: [],
        cpu: [],
      });
      const pingUrl = `${ingest.url}/api/ping`;
      const bare = side(baseline.url, baseline.pid, 1);
      const [single, batched] = [side(pingUrl, ingest.pid, 1), side(pingUrl, ingest.pid, 100)];
      const sides = [bare, single, batched];
      for (const one of sides) await sendTo(one, Math.min(seconds, 2)); // warm-up
      for (let round = 0; round < rounds; round++)
        for (const one of sides) {
          const before = cpuSeconds(one.pid);
          const { accepted, seconds: took } = await sendTo(one, seconds);
          one.rates.push(accepted / took);
          one.cpu.push(((cpuSeconds(one.pid) - before) / accepted) * 1e6);
        }
      return linesOf(bare, single, batched, residentBytes(ingest.pid));
    } finally {
      baseline.end();
    }
  });

function linesOf(bare: Side, single: Side, batched: Side, resident: number): Line[] {
  const rate = (side: Side) => median(side.rates);
  const cpu = (side: Side) => median(side.cpu);
  const rates = ({ rates }: Side) => spreadOf(rates, '/s');
  return [
    line('one ping a request, Kafka, of bare node:http', rate(single) / rate(bare), targets.ingest, {
      baseline: rates(bare),
    }),
    line('the same by CPU time: requests a core', cpu(bare) / cpu(single), targets.ingest, {
      baseline: `${cpu(bare).toFixed(1)} µs a request`,
    }),
    note('one ping a request', rates(single), {
      facts: [{ name: 'ingest: pings a second, one a request', value: rate(single) }],
    }),
    note('CPU time of a ping, one a request', `${cpu(single).toFixed(1)} µs`, {
      facts: [{ name: 'ingest: CPU seconds a ping, one a request', value: cpu(single) / 1e6 }],
    }),
    line('a hundred pings a request, pings a core (by CPU time)', 1e6 / cpu(batched), targets.ingestBatches, {
      baseline: `${cpu(batched).toFixed(1)} µs a ping`,
    }),
    note('the same, pings on this machine, with load and Kafka beside it', rates(batched)),
    note('resident memory after the load', `${(resident / 1e6).toFixed()} MB`, {
      facts: [{ name: 'ingest: resident bytes after the load', value: resident }],
    }),
  ];
}

const sendTo = ({ url, batch }: Side, seconds: number) =>
  load({
    url,
    batch,
    seconds,
    connections: 128,
    // With a hundred pings each, one on each connection is enough.
    requests: batch === 1 ? requests : 0,
    pings: Math.max(50 * batch, 4000 * seconds),
    repeat: true,
    kind: 'articles',
  });
