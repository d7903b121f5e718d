import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startKafka } from '../../harness/kafka.ts';
import { cpuSeconds } from '../cpu.ts';
import { fill } from '../fill/fill.ts';
import { startBaseline } from '../ingest/baseline.ts';
import { type Line, plainLine, ratioLine } from '../line.ts';
import { type Service, startService } from '../service.ts';
import { median } from '../statistics.ts';
import { type Cost, logParts, meter, numberOf, type TableCost } from './cost.ts';

const run = promisify(execFile);

export interface WayOptions {
  rounds: number;
  seconds: number;
  /** Pings of a round at most. */
  pings: number;
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

/** How pings are sent; the table shows it as `50 x 1`. */
interface Workload {
  connections: number;
  /** Pings of a request. */
  batch: number;
}

const workloads: readonly Workload[] = [
  { connections: 50, batch: 1 },
  { connections: 300, batch: 1 },
  { connections: 50, batch: 20 },
  { connections: 300, batch: 20 },
];

/** Pings of which kind are sent: all of visits, their views alone, or an event in place of each view. */
type Kind = 'visits' | 'views' | 'events';

/** What the load program saw. Times in milliseconds. */
interface Sent {
  accepted: number;
  refused: number;
  seconds: number;
  p50: number;
  p95: number;
}

interface Round extends Sent {
  /** Microseconds of CPU time a ping. */
  cpu: number;
  cost?: Cost;
}

interface Side {
  name: string;
  /** Its data. */
  folder: string;
  service: Service;
}

/**
 * Measures the whole way of a ping: the service as `npm start` runs it, from the first request until everything is in the
 * tables, beside bare `node:http` with the same requests. The rounds alternate, so that other load affects all alike.
 */
export async function measureWay(options: WayOptions, say: (text: string) => void): Promise<Line[]> {
  const { rounds, beside } = options;
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-way-'));
  const kafka = options.kafka ? await startKafka() : undefined;
  const bare = await startBaseline('bare-server');
  const sides: Side[] = [];
  try {
    const builds = [{ name: 'way', program: 'dist/standalone.js' }];
    if (beside !== undefined) {
      builds.unshift({ name: 'way beside', program: join(beside, 'dist/standalone.js') });
    }
    for (const { name, program } of builds) {
      const data = join(folder, name.replace(' ', '-'));
      const service = await startFilled(data, program, options, kafka?.brokers, say);
      sides.push({ name, folder: data, service });
    }
    const measured = new Map<string, Round[]>();
    const note = (name: string, round: Round) => measured.set(name, [...(measured.get(name) ?? []), round]);
    for (const { url } of [bare, ...sides.map(({ service }) => ({ url: service.pingUrl }))]) {
      await load(url, { connections: 50, batch: 1 }, { seconds: 2, pings: 20_000 }); // warm-up
    }
    for (let round = 0; round < rounds; round++) {
      for (const workload of workloads) {
        note(nameOf(workload, 'bare'), await bareRound(bare, workload, options));
        for (const side of sides) {
          const result = await serviceRound(side, workload, options);
          note(nameOf(workload, side.name), result);
          say(`round ${round + 1} of ${rounds}, ${nameOf(workload, side.name)}: ${summary(result)}`);
        }
      }
    }
    const after = await reportLines(sides, rounds);
    const of = (workload: Workload, name: string) => measured.get(nameOf(workload, name)) ?? [];
    for (const { name } of sides) {
      for (const workload of workloads) say(`\n${nameOf(workload, name)}\n${byTable(of(workload, name))}`);
    }
    const lines = sides.flatMap(({ name }) =>
      workloads.flatMap((workload) => toLines(workload, name, of(workload, name), of(workload, 'bare'))),
    );
    return [...lines, ...after];
  } finally {
    bare.process.kill();
    for (const { service } of sides) await service.stop();
    await kafka?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const nameOf = ({ connections, batch }: Workload, side: string) => `${side}, ${connections} x ${batch}`;

async function startFilled(
  folder: string,
  program: string,
  { pageviews, settledDays, cpuProfile }: WayOptions,
  brokers: readonly string[] | undefined,
  say: (text: string) => void,
): Promise<Service> {
  mkdirSync(folder, { mode: 0o700 });
  logParts(folder);
  const kafka: Record<string, string> = brokers
    ? { KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC: `way-${process.pid}-${Date.now()}` }
    : {};
  const service = await startService(
    folder,
    { TRUST_PROXY: 'loopback', ...kafka },
    {
      program,
      nodeArguments: cpuProfile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${cpuProfile}`],
    },
  );
  if (pageviews > 0) {
    say(`storing ${pageviews.toLocaleString('en')} pageviews before`);
    await fill(service, { pageviews, days: 30, threads: 2 }, () => {});
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
  await run(process.execPath, [join(dirname(program), 'settle.js'), ...range], { env });
}

async function bareRound(
  { url, pid }: { url: string; pid: number },
  workload: Workload,
  { seconds, pings }: WayOptions,
): Promise<Round> {
  const before = cpuSeconds(pid);
  // CPU time counts in hundredths of a second: less than a second would not tell.
  const sent = await load(url, workload, { seconds: Math.max(1, Math.min(seconds, 5)), pings, repeat: true });
  return { ...sent, cpu: microseconds(cpuSeconds(pid) - before, sent.accepted) };
}

/** Sends pings, and waits until all of them are in the tables. */
export async function serviceRound(
  { service, folder }: Side,
  workload: Workload,
  { seconds, pings, kind }: Pick<WayOptions, 'seconds' | 'pings'> & { kind?: Kind },
): Promise<Round> {
  const before = await stored(service);
  const stop = await meter(service, folder);
  const sent = await load(service.pingUrl, workload, { seconds, pings, kind });
  const deadline = performance.now() + 120_000;
  // The views' tables follow pings within the same insert.
  while ((await stored(service)) < before + sent.accepted || (await inserting(service)) > 0) {
    if (performance.now() > deadline)
      throw new Error('not every acknowledged ping was stored within two minutes');
    await sleep(100);
  }
  const cost = await stop();
  return { ...sent, cost, cpu: microseconds(cost.node + cost.clickhouse, sent.accepted) };
}

const reports = [
  '/overview?period=24h&site_id=blog',
  '/pages?period=24h&site_id=blog',
  '/realtime?site_id=blog',
];

/** What reports take while the parts of the load are not merged yet, in turn, and how many parts there are. */
async function reportLines(sides: readonly Side[], rounds: number): Promise<Line[]> {
  const times = new Map<string, number[]>();
  for (let repetition = 0; repetition < 5 * rounds; repetition++) {
    for (const { name, service } of sides) {
      for (const path of reports) {
        const began = performance.now();
        await service.report(path);
        const key = `${name} ${path}`;
        times.set(key, [...(times.get(key) ?? []), performance.now() - began]);
      }
    }
  }
  const lines: Line[] = [];
  for (const { name, service } of sides) {
    const took = reports.map((path) => figure(median(times.get(`${name} ${path}`) ?? [])));
    const parts = await numberOf(service, partsSql);
    lines.push(
      {
        part: name,
        what: 'overview, pages and realtime right after it, median',
        figure: `${took.join(', ')} ms`,
        target: '',
        met: undefined,
      },
      {
        part: name,
        what: 'most parts of a partition then',
        figure: String(parts),
        target: '',
        met: undefined,
      },
    );
  }
  return lines;
}

const partsSql = `select max(n) as n from (
  select count() as n from system.parts where active and database = currentDatabase() group by table, partition)`;

const inserting = (service: Service) =>
  numberOf(service, "select count() as n from system.processes where query_kind = 'Insert'");
const stored = (service: Service) => numberOf(service, 'select count() as n from pings');

async function load(
  url: string,
  { connections, batch }: Workload,
  {
    seconds,
    pings,
    repeat = false,
    kind,
  }: { seconds: number; pings: number; repeat?: boolean; kind?: Kind | undefined },
): Promise<Sent> {
  const args = [
    'dist/bench/way/load.js',
    url,
    seconds,
    connections,
    batch,
    pings,
    repeat ? 'repeat' : 'once',
    kind ?? 'visits',
  ].map(String);
  const { stdout } = await run(process.execPath, args);
  const sent: Sent = JSON.parse(stdout);
  if (sent.refused > 0) throw new Error(`${sent.refused} pings were refused at ${url}`);
  return sent;
}

const microseconds = (seconds: number, pings: number) => (seconds / pings) * 1e6;
const figure = (value: number) => Math.round(value).toLocaleString('en');
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function summary({ accepted, seconds, cpu, p50, p95, cost }: Round): string {
  const parts = cost && [cost.node, cost.clickhouse].map((share) => figure(microseconds(share, accepted)));
  const split = parts ? ` (node ${parts[0]}, ClickHouse ${parts[1]})` : '';
  return `${figure(accepted / seconds)}/s, ${figure(cpu)} us${split}, p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`;
}

function toLines(workload: Workload, side: string, rounds: readonly Round[], bare: readonly Round[]): Line[] {
  const single = workload.batch === 1;
  const rate = (round: Round) => round.accepted / round.seconds;
  const ofBare = (of: (round: Round) => number) =>
    median(rounds.map((round, index) => of(round) / of(bare[index] ?? round)));
  const costs = rounds.flatMap(({ cost, accepted }) => (cost ? [{ ...cost, accepted }] : []));
  const a = (of: (cost: Cost) => number) =>
    median(costs.map((cost) => microseconds(of(cost), cost.accepted)));
  const total = (of: (table: TableCost) => number) => (cost: Cost) => sum(cost.tables.map(of));
  const [inserts, merges] = [total((table) => table.insert_seconds), total((table) => table.merge_seconds)];
  const [inserted, merged] = [total((table) => table.rows_inserted), total((table) => table.rows_merged)];
  const share = (of: (cost: Cost) => number) => median(costs.map((cost) => of(cost) / cost.accepted));
  const sending = `${workload.connections} x ${workload.batch}`;
  const known = (name: string, text: string) => plainLine(side, `${sending}, ${name}`, text);
  return [
    ratioLine(side, `${sending}, pings a second, of bare node:http`, ofBare(rate), {
      ...(single ? { atLeast: 0.31 } : {}),
      baseline: `${figure(median(bare.map(rate)))}/s`,
    }),
    ratioLine(
      side,
      `${sending}, CPU time a ping until stored, of bare node:http`,
      ofBare(({ cpu }) => cpu),
      {
        ...(single ? { atMost: 5 } : {}),
        baseline: `${median(bare.map(({ cpu }) => cpu)).toFixed(1)} us`,
      },
    ),
    known('pings a second', `${figure(median(rounds.map(rate)))}/s`),
    known(
      '202 after, p50 and p95',
      `${median(rounds.map(({ p50 }) => p50)).toFixed(1)} and ${median(rounds.map(({ p95 }) => p95)).toFixed(1)} ms`,
    ),
    known(
      'CPU time a ping, node + ClickHouse (inserts, merges, else)',
      `${figure(a(({ node }) => node))} + ${figure(a(({ clickhouse }) => clickhouse))} us (${figure(a(inserts))}, ` +
        `${figure(a(merges))}, ${figure(a((cost) => cost.clickhouse - inserts(cost) - merges(cost)))})`,
    ),
    known(
      'rows inserted a ping, rows merged a row, inserts a second',
      `${share(inserted).toFixed(2)}, ${median(costs.map((cost) => merged(cost) / inserted(cost))).toFixed(1)}, ` +
        `${median(rounds.map(insertsASecond)).toFixed(1)}/s`,
    ),
    known(
      'bytes written a ping, syncs of ClickHouse, commits of the log',
      `${figure(share(({ bytesWritten }) => bytesWritten))} B, ${figure(median(costs.map(({ syncs }) => syncs)))}, ` +
        `${figure(median(costs.map(({ commits }) => commits)))}`,
    ),
  ];
}

function insertsASecond({ cost, seconds }: Round): number {
  return (cost?.tables.find(({ table }) => table === 'pings')?.inserts ?? Number.NaN) / seconds;
}

/** What each table costs, as a Markdown table: microseconds of CPU time a ping, and rows. */
function byTable(rounds: readonly Round[]): string {
  const pings = sum(rounds.map(({ accepted }) => accepted));
  const all = rounds.flatMap(({ cost }) => cost?.tables ?? []);
  const rows = [...new Set(all.map(({ table }) => table))].map((table) => {
    const total = (of: (cost: TableCost) => number) =>
      sum(all.filter((cost) => cost.table === table).map(of));
    const inserted = total((cost) => cost.rows_inserted);
    const seconds = [total((cost) => cost.insert_seconds), total((cost) => cost.merge_seconds)];
    const [insert, merge] = seconds.map((value) => microseconds(value, pings).toFixed(1));
    const merged = total((cost) => cost.rows_merged);
    return `| ${table} | ${insert} | ${merge} | ${total((cost) => cost.inserts)} | ${figure(inserted)} | ${total((cost) => cost.merges)} | ${figure(merged)} | ${(merged / inserted).toFixed(1)} |`;
  });
  return [
    '| table | insert us | merge us | parts | rows inserted | merges | rows merged | a row |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}
