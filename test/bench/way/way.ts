import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startKafka } from '../../harness/kafka.ts';
import { startBaseline } from '../baseline.ts';
import { fill } from '../fill/fill.ts';
import { settleWithCommand } from '../fill/settle.ts';
import type { Line } from '../line.ts';
import { type Service, startService } from '../service.ts';
import { inEmptyFolder } from '../services.ts';
import type { Sizes } from '../sizes.ts';
import { linesOf, nameOf } from './lines.ts';
import { bareRound, load, type Round, serviceRound, type Workload } from './round.ts';

type WayOptions = Sizes['way'] & {
  /** Pageviews stored before. */
  pageviews: number;
  settledDays: number;
  fill: Sizes['fill'];
  /** As in `Settings`. */
  interpreted: boolean;
  /** Kafka instead of the embedded log. Its broker's CPU time is not counted. */
  kafka: boolean;
  /** A checkout with another build, measured in turn. */
  beside: string | undefined;
  /** Where the service's processes write profiles when they end. */
  cpuProfile: string | undefined;
};

const workloads: readonly Workload[] = [
  { connections: 50, batch: 1 },
  { connections: 300, batch: 1 },
  { connections: 50, batch: 20 },
  { connections: 300, batch: 20 },
];
const nothing = () => workloads.map((): Round[] => []);

/** A build under test, and its rounds by workload. */
interface Side {
  name: string;
  service: Service;
  rounds: Round[][];
}

/**
 * Measures the whole way of a ping: the service as `npm start` runs it, from the first request until everything is in the tables, and bare
 * `node:http` with the same requests, in turn, so that other load affects both.
 */
export const measureWay = (options: WayOptions, say: (text: string) => void): Promise<Line[]> =>
  inEmptyFolder(async (folder) => {
    const { beside } = options;
    const kafka = options.kafka ? await startKafka() : undefined;
    const bare = { ...(await startBaseline()), rounds: nothing() };
    const sides: Side[] = [];
    try {
      const builds = [
        ...(beside === undefined ? [] : [{ name: 'way beside', dist: join(beside, 'dist') }]),
        { name: 'way', dist: 'dist' },
      ];
      for (const { name, dist } of builds) {
        const data = join(folder, name.replace(' ', '-'));
        const service = await startFilled(data, dist, options, kafka?.brokers);
        sides.push({ name, service, rounds: nothing() });
      }
      const warmUp = { seconds: Math.min(2, options.seconds), pings: Math.min(20_000, options.pings) };
      for (const url of [bare.url, ...sides.map(({ service }) => service.pingUrl)])
        await load({ url, connections: 50, batch: 1, requests: 0, kind: 'visits', ...warmUp });
      for (let round = 0; round < options.rounds; round++)
        for (const [index, workload] of workloads.entries()) {
          bare.rounds[index]?.push(await bareRound(bare, workload, options));
          for (const { service, rounds } of sides)
            rounds[index]?.push(await serviceRound(service, workload, options));
          say(`round ${round + 1} of ${options.rounds}, ${nameOf(workload)}`);
        }
      return sides.flatMap(({ name, rounds }) =>
        workloads.flatMap((workload, index) => {
          const measured = linesOf(workload, rounds[index] ?? [], bare.rounds[index] ?? []);
          return measured.map((line) => ({ ...line, part: name }));
        }),
      );
    } finally {
      bare.end();
      for (const { service } of sides) await service.stop();
      await kafka?.stop();
    }
  });

async function startFilled(
  folder: string,
  dist: string,
  { pageviews, settledDays, fill: traffic, interpreted, cpuProfile }: WayOptions,
  brokers: readonly string[] | undefined,
): Promise<Service> {
  mkdirSync(folder, { mode: 0o700 });
  const kafka: Record<string, string> = brokers
    ? { KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC: `way-${process.pid}-${Date.now()}` }
    : {};
  const service = await startService(folder, {
    env: { TRUST_PROXY: 'loopback', ...kafka },
    logs: true,
    interpreted,
    dist,
    nodeArguments: cpuProfile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${cpuProfile}`],
  });
  if (pageviews > 0)
    await settleWithCommand(service, await fill(service, { pageviews, ...traffic }), settledDays);
  return service;
}
