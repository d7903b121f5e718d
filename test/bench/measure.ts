import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watermarkLagMs } from '@tallyhouse/settle';
import { measureIdle, measureIdleApps, measureStart } from './at-rest.ts';
import { measureAttack } from './attack.ts';
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
import { type Growth, growthLines } from './growth.ts';
import { measureImport } from './import.ts';
import { measureIngest } from './ingest.ts';
import { measureLake } from './lake.ts';
import type { Line } from './line.ts';
import { measureMerges } from './merges.ts';
import { measureNeighbours } from './neighbours.ts';
import { type Options, type Part, sizeName } from './options.ts';
import { measurePaint, sitesOfHome } from './paint.ts';
import { measureProxy } from './proxy.ts';
import { measureReports } from './reports/reports.ts';
import type { Service, Settings } from './service.ts';
import { inEmptyFolder, openServices, withServiceIn } from './services.ts';
import { measureShards } from './shards.ts';
import { measureSites, sites } from './sites/sites.ts';
import { type Sizes, sizesOf } from './sizes.ts';
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
  const sizes = sizesOf(quick);
  const is = (...parts: Part[]) => parts.some((part) => only.has(part));

  async function part(name: Part, work: () => Promise<Line[]>, size = ''): Promise<void> {
    if (!is(name)) return;
    say(`${name} ...`);
    const measured = await work();
    for (const { what, figure } of measured) say(`${what}: ${figure}`);
    lines.push(...measured.map((line) => ({ ...line, part: `${line.part ?? name} ${size}`.trim() })));
  }
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
      await settle(service, sizes.settledDays, quick ? watermarkLagMs : 0);
      await work(service, JSON.parse(readFileSync(kept, 'utf8')));
    });

  async function withoutData(): Promise<void> {
    await part('tracker', measureTracker);
    const { kafka, beside, 'cpu-prof': cpuProfile } = options;
    const ofWay = { ...sizes.way, settledDays: sizes.settledDays, pageviews, kafka, beside, cpuProfile };
    await part('way', () => measureWay(quick ? { ...ofWay, pageviews: 500 } : ofWay, say));
    await part('start', () => inEmptyFolder(measureStart));
    const partOf = (
      name: keyof Sizes & Part,
      work: (service: Service) => Promise<Line[]>,
      settings?: Settings,
    ) => part(name, () => services.with(work, settings));
    await partOf('idle', async (service) => [
      ...(await measureIdle(service, sizes.idle)),
      ...(kafka ? await measureIdleApps(service, sizes.idle) : []),
    ]);
    await partOf('freshness', (service) => measureFreshness(service, sizes.freshness));
    await partOf('merges', (service) => measureMerges(service, sizes.merges), { logs: true });
    await part('ingest', () => measureIngest(sizes.ingest));
    await partOf('takeover', (service) => measureTakeover(service, sizes.takeover));
    await partOf('proxy', (service) => measureProxy(service, sizes.proxy));
    const behindProxy = { env: { TRUST_PROXY: '1' } };
    await partOf('attack', (service) => measureAttack(service, sizes.attack), behindProxy);
    await part('neighbours', () => measureNeighbours(services, sizes.neighbours));
    await part('shards', () => measureShards(pageviews, sizes));
    await partOf('import', (service) => measureImport(service, sizes.import));
  }

  /** In a quick look both parts take the larger number of sites. */
  async function ofManySites(): Promise<void> {
    const ofSites = (service: Service, filled: Filled) =>
      part('sites', () => measureSites(service, filled, sizes.sites));
    const ofPaint = (service: Service) => part('paint', () => measurePaint(service, sizes.paint));
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
    for (const count of quick ? [pageviews] : rows) {
      const size = sizeName(count);
      // Eight weeks with a tenth of the traffic before the 30 days, for the retention over 12 weeks.
      const traffic = { pageviews: count, before: { days: 56, share: 0.1 } };
      const measureAll = async (service: Service, filled: Filled) => {
        await part('events', () => measureEvents(service, filled, sizes.reports), size);
        const ofBi = async () => {
          const { lines: measured, slowest } = await measureBi(service, filled, sizes.reports);
          // Last: the service starts its ClickHouse again for its users.
          return [...measured, ...(await measureBiUsers(service, filled, slowest, sizes.biUsers))];
        };
        await part('bi', ofBi, size);
      };
      await withData(`${size}-events`, traffic, measureAll, (service, filled) => {
        say('filling events');
        return fillEvents(service, filled, 0);
      });
    }
    const cost = { env: { TRUST_PROXY: 'loopback' }, logs: true };
    await part('events', () =>
      services.with((service) => measureEventPings(service, sizes.eventPings), cost),
    );
    await part('events', () => services.with((service) => measureEventDisk(service, sizes.eventDisk)));
  }

  async function ofPageviews(): Promise<void> {
    for (const [index, count] of rows.entries()) {
      const size = sizeName(count);
      await withData(size, { pageviews: count }, async (service, filled) => {
        const timed = async () => {
          const measured = await measureReports(service, filled, sizes.reports);
          growth.set(count, measured.times);
          return measured.lines;
        };
        await part('reports', timed, size);
        // A quick look takes more than one size for the curves alone.
        if (quick && index > 0) return;
        await part('exports', () => measureExports(service, filled, sizes.exports));
        await part('lake', () => measureLake(service, filled, sizes.lake));
        await part('disk', () => measureDisk(service));
        await part('consumer', () => measureConsumer(service, sizes.consumer));
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
