import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startKafka } from '../../harness/kafka.ts';
import { startBaseline } from '../baseline.ts';
import { mediansInTurn } from '../beside.ts';
import { fill } from '../fill/fill.ts';
import { type Line, note } from '../line.ts';
import { runCommand } from '../process.ts';
import { type Service, startService } from '../service.ts';
import { inEmptyFolder } from '../services.ts';
import type { Sizes } from '../sizes.ts';
import { grouped } from '../statistics.ts';
import { byTable, linesOf } from './lines.ts';
import { bareRound, load, type Round, serviceRound, type Workload } from './round.ts';

type WayOptions = Sizes['way'] & {
  /** Pageviews that are stored before. */
  pageviews: number;
  settledDays: number;
  /** Kafka in place of the embedded log. Its broker's CPU time is not counted. */
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
const nameOf = ({ connections, batch }: Workload, side: string) => `${side}, ${connections} x ${batch}`;
const nothing = () => workloads.map((): Round[] => []);

/** A build that is measured, and its rounds by workload. */
interface Side {
  name: string;
  service: Service;
  rounds: Round[][];
}

/**
 * Measures the whole way of a ping: the service as `npm start` runs it, from the first request until everything is in the
 * tables, beside bare `node:http` with the same requests. The rounds alternate, so that other load affects all alike.
 */
export const measureWay = (options: WayOptions, say: (text: string) => void): Promise<Line[]> =>
  inEmptyFolder(async (folder) => {
    const { beside } = options;
    const kafka = options.kafka ? await startKafka() : undefined;
    const bare = { ...(await startBaseline('bare')), rounds: nothing() };
    const sides: Side[] = [];
    try {
      const builds = [
        ...(beside === undefined
          ? []
          : [{ name: 'way beside', program: join(beside, 'dist/standalone.js') }]),
        { name: 'way', program: 'dist/standalone.js' },
      ];
      for (const { name, program } of builds) {
        const data = join(folder, name.replace(' ', '-'));
        const service = await startFilled(data, program, options, kafka?.brokers);
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
          say(`round ${round + 1} of ${options.rounds}, ${nameOf(workload, 'all')}`);
        }
      const after = await reportLines(sides, options.rounds);
      const lines = sides.flatMap(({ name, rounds }) =>
        workloads.flatMap((workload, index) => {
          const own = rounds[index] ?? [];
          say(`\n${nameOf(workload, name)}\n${byTable(own)}`);
          const measured = linesOf(workload, own, bare.rounds[index] ?? []);
          return measured.map((line) => ({ ...line, part: name }));
        }),
      );
      return [...lines, ...after];
    } finally {
      bare.end();
      for (const { service } of sides) await service.stop();
      await kafka?.stop();
    }
  });

async function startFilled(
  folder: string,
  program: string,
  { pageviews, settledDays, cpuProfile }: WayOptions,
  brokers: readonly string[] | undefined,
): Promise<Service> {
  mkdirSync(folder, { mode: 0o700 });
  const kafka: Record<string, string> = brokers
    ? { KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC: `way-${process.pid}-${Date.now()}` }
    : {};
  const service = await startService(folder, {
    env: { TRUST_PROXY: 'loopback', ...kafka },
    logs: true,
    program,
    nodeArguments: cpuProfile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${cpuProfile}`],
  });
  if (pageviews > 0) {
    await fill(service, { pageviews });
    // With the build's own command: another build has other tables.
    const first = new Date(Date.now() - (settledDays - 1) * 86_400_000);
    const range = Number.isFinite(settledDays) ? ['--from', first.toISOString().slice(0, 10)] : [];
    const env = { CLICKHOUSE_URL: service.clickhouseUrl };
    await runCommand(join(dirname(program), 'settle.js'), range, env);
  }
  return service;
}

const ofLastDay = ['/overview?period=24h&site_id=blog', '/pages?period=24h&site_id=blog'];
const reports = [...ofLastDay, '/realtime?site_id=blog'];
const partsSql = `select max(n) as n from (
  select count() as n from system.parts where active and database = currentDatabase() group by table, partition)`;

/** What reports take while the parts of the load are not merged yet, in turn, and how many parts there are. */
async function reportLines(sides: readonly Side[], rounds: number): Promise<Line[]> {
  const works = sides.flatMap(({ service }) => reports.map((path) => () => service.report(path)));
  const times = await mediansInTurn({ warmUps: 0, asked: 5 * rounds }, works);
  const lines = sides.map(async ({ name, service }, index) => {
    const own = times.slice(index * reports.length, (index + 1) * reports.length);
    const medians = own.map((time) => grouped(time)).join(', ');
    return [
      note('overview, pages and realtime right after it, median', `${medians} ms`, { part: name }),
      note('most parts of a partition then', String(await service.count(partsSql)), { part: name }),
    ];
  });
  return (await Promise.all(lines)).flat();
}
