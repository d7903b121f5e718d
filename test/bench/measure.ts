import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watermarkLagMs } from '@tallyhouse/settle';
import { measureIdle, measureStart } from './at-rest.ts';
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
import { days, type Filled, fill, fillEvents, type Traffic } from './fill/fill.ts';
import { settle } from './fill/settle.ts';
import { measureFreshness } from './freshness.ts';
import { type Growth, growthLines } from './growth.ts';
import { measureImport } from './import.ts';
import { measureIngest } from './ingest/ingest.ts';
import { measureLake } from './lake.ts';
import type { Line } from './line.ts';
import { measureMerges } from './merges.ts';
import { measureNeighbours } from './neighbours.ts';
import { type Options, type Part, sizeName } from './options.ts';
import { measurePaint, sitesOfHome } from './paint.ts';
import { measureProxy } from './proxy.ts';
import { measureReports } from './reports/reports.ts';
import type { Service } from './service.ts';
import { inEmptyFolder, openServices, withServiceIn } from './services.ts';
import { measureShards } from './shards.ts';
import { measureSites, sites } from './sites/sites.ts';
import { measureTakeover } from './takeover.ts';
import { measureTracker } from './tracker.ts';
import { measureWay } from './way/way.ts';

/** Runs the requested parts in sequence. */
export async function measure(options: Options, say: (text: string) => void): Promise<Line[]> {
  const { only, quick, rows } = options;
  const [pageviews = 0] = rows;
  const lines: Line[] = [];
  const growth: Growth = new Map();
  const services = openServices(quick);
  const is = (...parts: Part[]) => parts.some((part) => only.has(part));

  async function part(name: Part, work: () => Promise<Line[]>, size = ''): Promise<void> {
    if (!is(name)) return;
    say(`${name} ...`);
    const measured = await work();
    for (const { what, figure } of measured) say(`${what}: ${figure}`);
    lines.push(...measured.map((line) => ({ ...line, part: `${line.part ?? name} ${size}`.trim() })));
  }
  /** What a part needs, and what does in a quick look. */
  const either = <Value>(usual: Value, inQuickLook: Value): Value => (quick ? inQuickLook : usual);
  const fiveRounds = either({ rounds: 5, seconds: 5 }, { rounds: 1, seconds: 1 });
  const settledDays = either(Number.POSITIVE_INFINITY, 1);
  const ofReports = either(
    { warmUps: 3, asked: 20, askedRaw: 3, nowSessions: 20_000 },
    { warmUps: 1, asked: 1, askedRaw: 1, nowSessions: 100 },
  );

  /** A service with data: filled now, or kept from an earlier run in a folder of that name in --data-dir. */
  const withData = (
    name: string,
    traffic: Traffic,
    work: (service: Service, filled: Filled) => Promise<void>,
    afterFill: (service: Service, filled: Filled) => Promise<void> = async () => {},
  ) =>
    withServiceIn(options['data-dir'] && join(options['data-dir'], name), async (service) => {
      const kept = join(service.folder, 'filled.json');
      if (!existsSync(kept)) {
        const filled = await fill(service, traffic, (share) =>
          say(`filling ${name}: ${Math.round(share * 100)} %`),
        );
        await afterFill(service, filled);
        writeFileSync(kept, JSON.stringify(filled));
      }
      // A deletion does not replace a later watermark than its own. In a quick look it comes at once, otherwise after a wait.
      await settle(service, settledDays, either(0, watermarkLagMs));
      await work(service, JSON.parse(readFileSync(kept, 'utf8')));
    });

  async function withoutData(): Promise<void> {
    await part('tracker', measureTracker);
    const { kafka, beside, 'cpu-prof': cpuProfile } = options;
    const wayRounds = either(
      { rounds: 3, seconds: 10, pings: 100_000, pageviews, settledDays },
      { rounds: 1, seconds: 1, pings: 400, pageviews: 500, settledDays },
    );
    await part('way', () => measureWay({ ...wayRounds, kafka, beside, cpuProfile }, say));
    await part('start', () => inEmptyFolder(measureStart));
    await part('idle', () => services.with((service) => measureIdle(service, either(30, 1))));
    const freshness = either(
      { pings: 40, rate: 4000, beforeMs: 5000 },
      { pings: 2, rate: 200, beforeMs: 200 },
    );
    await part('freshness', () => services.with((service) => measureFreshness(service, freshness)));
    const simulated = either({}, { inserts: 5, share: 0.02 });
    await part('merges', () => services.with((service) => measureMerges(service, simulated), { logs: true }));
    await part('ingest', () => measureIngest(fiveRounds));
    const takeovers = { rounds: either(10, 1) };
    await part('takeover', () => services.with((service) => measureTakeover(service, takeovers)));
    const proxied = either({ rounds: 7, rows: 1_000_000 }, { rounds: 1, rows: 1_000 });
    await part('proxy', () => services.with((service) => measureProxy(service, proxied)));
    await part('attack', () =>
      services.with((service) => measureAttack(service, fiveRounds), { env: { TRUST_PROXY: '1' } }),
    );
    const neighbours = either(
      { pageviews: 1_000_000, settledDays: 30, ...fiveRounds },
      { pageviews: 500, settledDays, ...fiveRounds },
    );
    await part('neighbours', () => measureNeighbours(services, neighbours));
    await part('shards', () => measureShards({ pageviews, settledDays, ...ofReports }));
    await part('import', () => services.with((service) => measureImport(service, either(1_000_000, 500))));
  }

  /** In a quick look both parts take the larger number of sites. */
  async function ofManySites(): Promise<void> {
    const ofSites = (service: Service, filled: Filled) =>
      part('sites', () => measureSites(service, filled, either(40, 1)));
    const ofPaint = (service: Service) => part('paint', () => measurePaint(service, either(20, 1)));
    const withSites = (count: number, work: (service: Service, filled: Filled) => Promise<void>) =>
      withData(`${sizeName(pageviews)}-of-${count}-sites`, { pageviews, sites: count }, work);
    if (is('sites') || (quick && is('paint')))
      await withSites(sites, async (service, filled) => {
        await ofSites(service, filled);
        if (quick) await ofPaint(service);
      });
    if (is('paint') && !quick) await withSites(sitesOfHome, ofPaint);
  }

  /** Events have data of their own: the other figures would change with them. */
  async function ofEvents(): Promise<void> {
    const users = either({ rounds: 3, seconds: 15, pings: 10 }, { rounds: 1, seconds: 1, pings: 1 });
    for (const size of either(rows, rows.slice(0, 1)).map((count) => ({ count, name: sizeName(count) }))) {
      // Eight weeks with a tenth of the traffic before the 30 days, for the retention over 12 weeks.
      const traffic = { pageviews: size.count, before: { days: 56, share: 0.1 } };
      const measureAll = async (service: Service, filled: Filled) => {
        await part('events', () => measureEvents(service, filled, ofReports), size.name);
        const ofBi = async () => {
          const { lines: measured, slowest } = await measureBi(service, filled, ofReports);
          // Last: the service starts its ClickHouse again for its users.
          return [...measured, ...(await measureBiUsers(service, filled, slowest, users))];
        };
        await part('bi', ofBi, size.name);
      };
      await withData(`${size.name}-events`, traffic, measureAll, (service, filled) => {
        say('filling events');
        return fillEvents(service, filled, 0);
      });
    }
    const sent = either({ rounds: 5, seconds: 10, pings: 50_000 }, { rounds: 1, seconds: 1, pings: 400 });
    const cost = { env: { TRUST_PROXY: 'loopback' }, logs: true };
    await part('events', () => services.with((service) => measureEventPings(service, sent), cost));
    const stored = either({ pageviews: 1_000_000, settledDays: 40 }, { pageviews: 500, settledDays });
    await part('events', () => services.with((service) => measureEventDisk(service, stored)));
  }

  async function ofPageviews(): Promise<void> {
    for (const [index, count] of rows.entries()) {
      const size = sizeName(count);
      await withData(size, { pageviews: count }, async (service, filled) => {
        const timed = async () => {
          const measured = await measureReports(service, filled, ofReports);
          growth.set(count, measured.times);
          return measured.lines;
        };
        await part('reports', timed, size);
        // A quick look takes more than one size for the curves alone.
        if (quick && index > 0) return;
        const lake = either({ rounds: 3, days }, { rounds: 1, days: 1 });
        const consumed = either({ pings: 300_000, rounds: 5 }, { pings: 1_000, rounds: 1 });
        await part('exports', () => measureExports(service, filled, either(3, 1)));
        await part('lake', () => measureLake(service, filled, lake));
        await part('disk', () => measureDisk(service));
        await part('consumer', () => measureConsumer(service, consumed));
        // Last: each run deletes two more visitors.
        await part('delete', async () => {
          if (!quick) await sleep(watermarkLagMs);
          return measureDeletion(service, filled);
        });
      });
    }
  }

  try {
    await withoutData();
    await ofManySites();
    if (is('events', 'bi')) await ofEvents();
    if (is('consumer', 'reports', 'exports', 'lake', 'disk', 'delete')) await ofPageviews();
  } finally {
    await services.close();
  }
  return [...lines, ...growthLines(growth)];
}
