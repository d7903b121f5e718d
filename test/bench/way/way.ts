import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startKafka } from '../../harness/kafka.ts';
import { fill } from '../fill/fill.ts';
import { startBaseline } from '../ingest/baseline.ts';
import { type Line, note } from '../line.ts';
import { type Service, startService } from '../service.ts';
import { inEmptyFolder } from '../services.ts';
import { grouped, median, took } from '../statistics.ts';
import { byTable, linesOf } from './lines.ts';
import { bareRound, type Limits, load, type Round, serviceRound, type Workload } from './round.ts';

export interface WayOptions extends Limits {
  rounds: number;
  /** Pageviews that are stored before. */
  pageviews: number;
  settledDays: number;
  /** Kafka in place of the embedded log. Its broker's CPU time is not counted. */
  kafka: boolean;
  /** A checkout with another build, measured in turn. */
  beside: string | undefined;
  /** Where the service's processes write profiles when they end. */
  cpuProfile: string | undefined;
}

const workloads: readonly Workload[] = [
  { connections: 50, batch: 1 },
  { connections: 300, batch: 1 },
  { connections: 50, batch: 20 },
  { connections: 300, batch: 20 },
];
const nameOf = ({ connections, batch }: Workload, side: string) => `${side}, ${connections} x ${batch}`;

/** A build that is measured. */
interface Side {
  name: string;
  service: Service;
}

/**
 * Measures the whole way of a ping: the service as `npm start` runs it, from the first request until everything is in the
 * tables, beside bare `node:http` with the same requests. The rounds alternate, so that other load affects all alike.
 */
export const measureWay = (options: WayOptions, say: (text: string) => void): Promise<Line[]> =>
  inEmptyFolder(async (folder) => {
    const { rounds, beside } = options;
    const kafka = options.kafka ? await startKafka() : undefined;
    const bare = await startBaseline('bare');
    const sides: Side[] = [];
    try {
      const builds = [{ name: 'way', program: 'dist/standalone.js' }];
      if (beside !== undefined)
        builds.unshift({ name: 'way beside', program: join(beside, 'dist/standalone.js') });
      for (const { name, program } of builds) {
        const data = join(folder, name.replace(' ', '-'));
        sides.push({ name, service: await startFilled(data, program, options, kafka?.brokers) });
      }
      const measured = new Map<string, Round[]>();
      const roundsOf = (workload: Workload, side: string) => {
        const name = nameOf(workload, side);
        return measured.get(name) ?? measured.set(name, []).get(name) ?? [];
      };
      const warmUp = { seconds: Math.min(2, options.seconds), pings: Math.min(20_000, options.pings) };
      for (const url of [bare.url, ...sides.map(({ service }) => service.pingUrl)])
        await load(url, { connections: 50, batch: 1 }, warmUp);
      for (let round = 0; round < rounds; round++)
        for (const workload of workloads) {
          roundsOf(workload, 'bare').push(await bareRound(bare, workload, options));
          for (const { name, service } of sides)
            roundsOf(workload, name).push(await serviceRound(service, workload, options));
          say(`round ${round + 1} of ${rounds}, ${nameOf(workload, 'all')}`);
        }
      const after = await reportLines(sides, rounds);
      const lines = sides.flatMap(({ name }) =>
        workloads.flatMap((workload) => {
          const own = roundsOf(workload, name);
          say(`\n${nameOf(workload, name)}\n${byTable(own)}`);
          return linesOf(workload, own, roundsOf(workload, 'bare')).map((line) => ({ ...line, part: name }));
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
    await settleWith(program, service, settledDays);
  }
  return service;
}

/** Settles the newest days with the build's own command: another build has other tables. */
async function settleWith(program: string, { clickhouseUrl }: Service, days: number): Promise<void> {
  const first = new Date(Date.now() - (days - 1) * 86_400_000);
  const range = Number.isFinite(days) ? ['--from', first.toISOString().slice(0, 10)] : [];
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, CLICKHOUSE_URL: clickhouseUrl };
  const command = [join(dirname(program), 'settle.js'), ...range];
  await promisify(execFile)(process.execPath, command, { env });
}

const ofLastDay = ['/overview?period=24h&site_id=blog', '/pages?period=24h&site_id=blog'];
const reports = [...ofLastDay, '/realtime?site_id=blog'];
const partsSql = `select max(n) as n from (
  select count() as n from system.parts where active and database = currentDatabase() group by table, partition)`;

/** What reports take while the parts of the load are not merged yet, in turn, and how many parts there are. */
async function reportLines(sides: readonly Side[], rounds: number): Promise<Line[]> {
  const timed = sides.map((side) => ({ ...side, times: reports.map((): number[] => []) }));
  for (let repetition = 0; repetition < 5 * rounds; repetition++)
    for (const { service, times } of timed)
      for (const [index, path] of reports.entries())
        times[index]?.push(await took(() => service.report(path)));
  const lines = timed.map(async ({ name, service, times }) => {
    const medians = times.map((all) => grouped(median(all))).join(', ');
    return [
      note('overview, pages and realtime right after it, median', `${medians} ms`, { part: name }),
      note('most parts of a partition then', String(await service.count(partsSql)), { part: name }),
    ];
  });
  return (await Promise.all(lines)).flat();
}
