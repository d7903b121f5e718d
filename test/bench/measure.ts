import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watermarkLagMs } from '@tallyhouse/settle';
import { measureAttack } from './attack/attack.ts';
import { measureBi } from './bi.ts';
import { measureBiUsers } from './bi-users.ts';
import { measureConsumer } from './consumer/consumer.ts';
import { measureDeletion } from './delete.ts';
import { measureDisk } from './disk/disk.ts';
import { measureEventDisk } from './events/disk.ts';
import { measureEvents } from './events/events.ts';
import { measureEventPings } from './events/pings.ts';
import { measureExports } from './exports.ts';
import { type Filled, fill, fillEvents, type Traffic } from './fill/fill.ts';
import { settle } from './fill/settle.ts';
import { measureFreshness } from './freshness.ts';
import { measureIdle } from './idle.ts';
import { measureImport } from './import.ts';
import { measureIngest } from './ingest/ingest.ts';
import { measureLake } from './lake.ts';
import type { Line } from './line.ts';
import { measureMerges } from './merges.ts';
import { measureNeighbours } from './neighbours.ts';
import { type Options, sizeName } from './options.ts';
import { measurePaint, sitesOfHome } from './paint.ts';
import type { Growth } from './plot.ts';
import { measureProxy } from './proxy.ts';
import { measureReports, type ReportTime } from './reports/reports.ts';
import { type Service, startService } from './service.ts';
import { measureShards } from './shards.ts';
import { measureSites, sites } from './sites/sites.ts';
import { measureTakeover } from './takeover.ts';
import { measureTracker } from './tracker.ts';
import { logParts } from './way/cost.ts';
import { measureWay, type WayOptions } from './way/way.ts';

type Say = (text: string) => void;

const days = 30;

/** Runs the requested parts in sequence. */
export async function measure(options: Options, say: Say): Promise<{ lines: Line[]; growth: Growth }> {
  const { only, quick } = options;
  const lines: Line[] = [];
  const part = async (name: Parameters<typeof only.has>[0], work: () => Promise<Line[]>) => {
    if (!only.has(name)) return;
    say(`${name} ...`);
    lines.push(...(await work()));
  };
  await part('tracker', measureTracker);
  await part('way', () => measureWay(wayOptions(options), say));
  await part('merges', () => inEmptyFolder((folder) => measureMergesOfHour(folder, quick, say)));
  await part('start', () => inEmptyFolder(measureStart));
  await part('idle', () => inEmptyFolder((folder) => measureIdleService(folder, quick)));
  await part('freshness', () => inEmptyFolder((folder) => measureFreshService(folder, quick)));
  await part('ingest', () =>
    measureIngest(quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 5 }, say),
  );
  await part('takeover', () => inEmptyFolder((folder) => measureTakeoverOfConsumers(folder, quick, say)));
  await part('proxy', () =>
    inEmptyFolder((folder) =>
      measureProxy(folder, quick ? { rounds: 1, rows: 10_000 } : { rounds: 7, rows: 1_000_000 }, say),
    ),
  );
  await part('attack', () => inEmptyFolder((folder) => measureAttackedService(folder, quick, say)));
  await part('neighbours', () =>
    inEmptyFolder((folder) =>
      measureNeighbours(
        folder,
        quick
          ? { pageviews: 5_000, settledDays: 2, rounds: 1, seconds: 1 }
          : { pageviews: 1_000_000, settledDays: 30, rounds: 5, seconds: 5 },
        say,
      ),
    ),
  );
  const asked = quick ? 3 : 40;
  await part('sites', () =>
    withSites(options, sites, say, (service, filled) => measureSites(service, filled, asked, say)),
  );
  await part('shards', () =>
    measureShards(
      {
        pageviews: options.rows[0] ?? 0,
        settledDays: quick ? 2 : Number.POSITIVE_INFINITY,
        ...repetitionsOf(options),
      },
      say,
    ),
  );
  const loads = quick ? 2 : 20;
  await part('paint', () =>
    withSites(options, sitesOfHome, say, (service) => measurePaint(service, loads, say)),
  );
  await part('import', () =>
    inEmptyFolder((folder) => measureImport(folder, quick ? 2_000 : 1_000_000, say)),
  );
  if (only.has('events') || only.has('bi')) lines.push(...(await measureEventParts(options, say)));

  const growth = new Map<number, ReportTime[]>();
  const ofData = (['consumer', 'reports', 'exports', 'lake', 'disk', 'delete'] as const).filter((name) =>
    only.has(name),
  );
  if (ofData.length === 0) return { lines, growth };
  const repetitions = repetitionsOf(options);
  for (const [index, rows] of options.rows.entries()) {
    await withData(
      options,
      sizeName(rows),
      fillPageviews(options, rows, say),
      say,
      async (service, filled) => {
        await part('reports', async () => {
          const measured = await measureReports(service, filled, repetitions, say);
          growth.set(rows, measured.times);
          return measured.lines.map((line) => ({ ...line, part: `${line.part} ${sizeName(rows)}` }));
        });
        // A quick look takes more than one size for the curves alone.
        if (quick && index > 0) return;
        await part('exports', () => measureExports(service, filled, quick ? 1 : 3, say));
        await part('lake', () =>
          measureLake(service, filled, quick ? { rounds: 1, days: 1 } : { rounds: 3, days }, say),
        );
        await part('disk', () => measureDisk(service));
        await part('consumer', () =>
          measureConsumer(service, quick ? { pings: 5_000, rounds: 1 } : { pings: 300_000, rounds: 5 }, say),
        );
        // Last: each run deletes two more visitors.
        await part('delete', async () => {
          if (!quick) await sleep(watermarkLagMs);
          return measureDeletion(service, filled, say);
        });
      },
    );
  }
  return { lines: [...lines, ...growthLines(growth)], growth };
}

function wayOptions({ quick, rows, kafka, beside, cpuProfile }: Options): WayOptions {
  const chosen = { kafka, beside, cpuProfile };
  if (quick) return { ...chosen, rounds: 1, seconds: 1, pings: 2_000, pageviews: 1_000, settledDays: 1 };
  const pageviews = rows[0] ?? 0;
  return {
    ...chosen,
    rounds: 3,
    seconds: 10,
    pings: 100_000,
    pageviews,
    settledDays: Number.POSITIVE_INFINITY,
  };
}

async function inEmptyFolder(work: (folder: string) => Promise<Line[]>): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureStart(folder: string): Promise<Line[]> {
  const times: Line[] = [];
  for (const what of ['empty folder', 'folder with data']) {
    const service = await startService(folder);
    await service.stop();
    times.push({
      part: 'start',
      what: `to the first report, ${what}`,
      figure: `${Math.round(service.coldStartMs)} ms`,
      target: '< 3,000 ms',
      met: service.coldStartMs < 3000,
    });
  }
  return times;
}

async function measureIdleService(folder: string, quick: boolean): Promise<Line[]> {
  const service = await startService(folder);
  const { residentBytes, cpu } = await measureIdle(service.pids(), quick ? 2 : 30);
  await service.stop();
  return [
    {
      part: 'idle',
      what: 'resident memory, ClickHouse included',
      figure: `${Math.round(residentBytes / 1e6)} MB`,
      target: '< 600 MB',
      met: residentBytes < 600e6,
    },
    {
      part: 'idle',
      what: 'share of a core',
      figure: `${(cpu * 100).toFixed(1)} %`,
      target: '< 4 %',
      met: cpu < 0.04,
    },
  ];
}

async function measureFreshService(folder: string, quick: boolean): Promise<Line[]> {
  const service = await startService(folder);
  try {
    return await measureFreshness(service, quick);
  } finally {
    await service.stop();
  }
}

async function measureMergesOfHour(folder: string, quick: boolean, say: Say): Promise<Line[]> {
  logParts(folder);
  const service = await startService(folder);
  try {
    return await measureMerges(service, quick ? { inserts: 5, share: 0.02 } : {}, say);
  } finally {
    await service.stop();
  }
}

async function measureTakeoverOfConsumers(folder: string, quick: boolean, say: Say): Promise<Line[]> {
  const service = await startService(folder);
  try {
    return await measureTakeover(service, { rounds: quick ? 1 : 10 }, say);
  } finally {
    await service.stop();
  }
}

async function measureAttackedService(folder: string, quick: boolean, say: Say): Promise<Line[]> {
  const service = await startService(folder, { TRUST_PROXY: '1' });
  try {
    return await measureAttack(service, quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 5 }, say);
  } finally {
    await service.stop();
  }
}

const repetitionsOf = ({ quick }: Options) =>
  quick
    ? { warmUps: 1, asked: 1, askedRaw: 1, nowSessions: 100 }
    : { warmUps: 3, asked: 20, askedRaw: 3, nowSessions: 20_000 };

/** The parts `events` and `bi`. Events have data of their own: the other figures would change with them. */
async function measureEventParts(options: Options, say: Say): Promise<Line[]> {
  const { only, quick } = options;
  const lines: Line[] = [];
  for (const rows of quick ? options.rows.slice(0, 1) : options.rows) {
    await withData(
      options,
      `${sizeName(rows)}-events`,
      fillWithEvents(options, rows, say),
      say,
      async (service, filled, folder) => {
        if (only.has('events')) {
          say('events ...');
          const measured = await measureEvents(service, filled, repetitionsOf(options), say);
          lines.push(...measured.map((line) => ({ ...line, part: `events ${sizeName(rows)}` })));
        }
        if (!only.has('bi')) return;
        say('bi ...');
        const { lines: measured, slowest } = await measureBi(service, filled, repetitionsOf(options), say);
        // Last: the service starts its ClickHouse again for its users.
        const beside = quick ? { rounds: 1, seconds: 1, pings: 1 } : { rounds: 3, seconds: 15, pings: 10 };
        const besideUsers = await measureBiUsers(service, folder, filled, slowest, beside, say);
        lines.push(
          ...[...measured, ...besideUsers].map((line) => ({ ...line, part: `bi ${sizeName(rows)}` })),
        );
      },
    );
  }
  if (!only.has('events')) return lines;
  const pings = quick ? { rounds: 1, seconds: 1, pings: 2_000 } : { rounds: 5, seconds: 10, pings: 50_000 };
  lines.push(...(await inEmptyFolder((folder) => measureEventPings(folder, pings, say))));
  const stored = quick ? { pageviews: 2_000, settledDays: 1 } : { pageviews: 1_000_000, settledDays: 40 };
  return [...lines, ...(await inEmptyFolder((folder) => measureEventDisk(folder, stored, say)))];
}

/** Fills a service, and says what it filled. */
type FillData = (service: Service) => Promise<Filled>;

const fillPageviews =
  ({ quick }: Options, rows: number, say: Say, before?: Traffic['before']): FillData =>
  (service) =>
    fill(service, { pageviews: rows, days, threads: quick ? 1 : 2, ...(before && { before }) }, (share) =>
      say(`filling ${sizeName(rows)}: ${Math.round(share * 100)} %`),
    );

/** Before the 30 days eight weeks with a tenth of their traffic, for the retention over 12 weeks. */
const fillWithEvents =
  (options: Options, rows: number, say: Say): FillData =>
  async (service) => {
    const filled = await fillPageviews(options, rows, say, { days: 56, share: 0.1 })(service);
    say('filling events');
    await fillEvents(service, filled, 0);
    return filled;
  };

/**
 * A service with data: filled now, or kept from an earlier run.
 * @param name its folder in --data-dir
 */
async function withData(
  { dataDir, quick }: Options,
  name: string,
  fillData: FillData,
  say: Say,
  work: (service: Service, filled: Filled, folder: string) => Promise<void>,
): Promise<void> {
  const folder = dataDir ? join(dataDir, name) : mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'));
  mkdirSync(folder, { recursive: true });
  const note = join(folder, 'filled.json');
  const service = await startService(folder);
  try {
    let filled: Filled;
    if (existsSync(note)) filled = JSON.parse(readFileSync(note, 'utf8'));
    else {
      filled = await fillData(service);
      writeFileSync(note, JSON.stringify(filled));
    }
    // A deletion does not replace a later watermark than its own. In a quick look it comes at once, otherwise after a wait.
    await (quick ? settle(service, 2, say, watermarkLagMs) : settle(service, Number.POSITIVE_INFINITY, say));
    await work(service, filled, folder);
  } finally {
    await service.stop();
    if (!dataDir) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A service with the traffic of many sites, which have the first size together. */
async function withSites(
  options: Options,
  sites: number,
  say: Say,
  work: (service: Service, filled: Filled) => Promise<Line[]>,
): Promise<Line[]> {
  const pageviews = options.rows[0] ?? 0;
  const lines: Line[] = [];
  await withData(
    options,
    `${sizeName(pageviews)}-of-${sites}-sites`,
    (service) =>
      fill(service, { pageviews, days, threads: 2, sites }, (share) =>
        say(`filling ${sites} sites: ${Math.round(share * 100)} %`),
      ),
    say,
    async (service, filled) => {
      lines.push(...(await work(service, filled)));
    },
  );
  return lines;
}

/** How much longer a report takes over ten times the rows. */
function growthLines(growth: Growth): Line[] {
  const sizes = [...growth.keys()].sort((a, b) => a - b);
  return sizes.slice(1).flatMap((size, index) => {
    const before = sizes[index] ?? size;
    return (growth.get(size) ?? []).map(({ name, p95Ms }): Line => {
      const ratio = p95Ms / (growth.get(before)?.find((report) => report.name === name)?.p95Ms ?? Number.NaN);
      return {
        part: 'growth',
        what: `${name}, ${sizeName(size)} beside ${sizeName(before)}`,
        figure: `${ratio.toFixed(2)} x`,
        target: '<= 2 x',
        met: ratio <= 2,
      };
    });
  });
}
