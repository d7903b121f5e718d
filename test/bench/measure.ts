import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watermarkLagMs } from '@tallyhouse/settle';
import { measureIdle, measureIdleConsumer, measureStart } from './at-rest.ts';
import { measureAttack } from './attack.ts';
import { measureBi } from './bi.ts';
import { measureConsumer } from './consumer.ts';
import { measureCrawlers } from './crawlers.ts';
import { measureDeletion } from './delete.ts';
import { measureDisk } from './disk/disk.ts';
import { measureEvents } from './events/events.ts';
import { type Filled, fill, fillCrawls, fillEvents, fillVitals, type Traffic } from './fill/fill.ts';
import { settle, settleWithCommand } from './fill/settle.ts';
import { measureFreshness } from './freshness.ts';
import { measureImport } from './import.ts';
import { measureIngest } from './ingest.ts';
import { measureLake } from './lake.ts';
import type { Line } from './line.ts';
import { type Options, type Part, sizeName } from './options.ts';
import { measurePaint } from './paint.ts';
import { measureQuestions } from './reports/any-question.ts';
import { compareBuilds } from './reports/builds.ts';
import { measureReports } from './reports/reports.ts';
import type { Service, Settings } from './service.ts';
import { inEmptyFolder, openServices, withServiceIn } from './services.ts';
import { measureSites, sites } from './sites/sites.ts';
import { type Sizes, sizesOf } from './sizes.ts';
import { measureWay } from './way/way.ts';

export async function measure(options: Options, say: (text: string) => void): Promise<Line[]> {
  const { only, quick, rows, beside } = options;
  const [pageviews = 0] = rows;
  const lines: Line[] = [];
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
  /** A service with data: filled now, or kept from an earlier run in --data-dir. */
  const withData = <Result>(
    name: string,
    traffic: Traffic,
    work: (service: Service, filled: Filled) => Promise<Result>,
    {
      afterFill,
      dist,
    }: { afterFill?: (service: Service, filled: Filled) => Promise<void>; dist?: string } = {},
  ) =>
    withServiceIn(
      options['data-dir'] && join(options['data-dir'], name),
      async (service) => {
        const kept = join(service.folder, 'filled.json');
        const isNew = !existsSync(kept);
        if (isNew) {
          const filled = await fill(service, { ...traffic, ...sizes.fill }, (share) =>
            say(`filling ${name}: ${Math.round(share * 100)} %`),
          );
          await afterFill?.(service, filled);
          writeFileSync(kept, JSON.stringify(filled));
        }
        const filled: Filled = JSON.parse(readFileSync(kept, 'utf8'));
        if (dist !== undefined) {
          if (isNew && !quick) await sleep(watermarkLagMs);
          await settleWithCommand(service, filled, sizes.settledDays);
        }
        // A deletion does not replace a watermark later than its own, so it waits, except in a quick look.
        else await settle(service, sizes.settledDays, quick ? watermarkLagMs : 0);
        return work(service, filled);
      },
      { dist, interpreted: quick },
    );

  async function withoutData(): Promise<void> {
    const { kafka, 'cpu-prof': cpuProfile } = options;
    const ofWay = {
      ...sizes.way,
      settledDays: sizes.settledDays,
      fill: sizes.fill,
      interpreted: quick,
      pageviews,
      kafka,
      beside,
      cpuProfile,
    };
    await part('way', () => measureWay(quick ? { ...ofWay, pageviews: 500 } : ofWay, say));
    await part('start', () => inEmptyFolder(measureStart));
    const partOf = (
      name: keyof Sizes & Part,
      work: (service: Service) => Promise<Line[]>,
      settings?: Settings,
    ) => part(name, () => services.with(work, settings));
    const measureIdleOf = kafka ? measureIdleConsumer : measureIdle;
    await partOf('idle', (service) => measureIdleOf(service, sizes.idle));
    await partOf('freshness', (service) => measureFreshness(service, sizes.freshness));
    await part('ingest', () => measureIngest(sizes.ingest));
    const behindProxy = { env: { TRUST_PROXY: '1' } };
    await partOf('attack', (service) => measureAttack(service, sizes.attack), behindProxy);
    await partOf('import', (service) => measureImport(service, sizes.import));
  }

  const ofManySites = () =>
    withData(`${sizeName(pageviews)}-of-${sites}-sites`, { pageviews, sites }, async (service, filled) => {
      await part('sites', () => measureSites(service, filled, sizes.sites));
      await part('paint', () => measurePaint(service, sizes.paint));
    });

  /** Events have their own data, because they would change the other figures. */
  async function ofEvents(): Promise<void> {
    for (const count of quick ? [pageviews] : rows) {
      const size = sizeName(count);
      // Eight weeks with a tenth of the traffic before the 30 days, for the retention over 12 weeks.
      const traffic = { pageviews: count, before: { days: 56, share: 0.1 } };
      const measureAll = async (service: Service, filled: Filled) => {
        await part('events', () => measureEvents(service, filled, sizes.reports), size);
        await part('bi', () => measureBi(service, filled, sizes.reports), size);
      };
      const afterFill = async (service: Service, filled: Filled) => {
        await fillEvents(service, filled);
        await fillVitals(service, filled);
      };
      await withData(`${size}-events`, traffic, measureAll, { afterFill });
    }
  }

  async function ofCrawls(): Promise<void> {
    for (const count of rows)
      await withData(
        `${sizeName(count)}-crawls`,
        { pageviews: count / 100 },
        (service, filled) =>
          part('crawlers', () => measureCrawlers(service, filled, sizes.reports), sizeName(count)),
        { afterFill: (service, filled) => fillCrawls(service, filled, count) },
      );
  }

  async function ofPageviews(): Promise<void> {
    for (const count of rows) {
      const size = sizeName(count);
      await withData(size, { pageviews: count }, async (service, filled) => {
        const reports = () =>
          beside === undefined
            ? measureReports(service, filled, sizes.reports)
            : withData(
                `${size}-beside`,
                { pageviews: count, end: filled.end },
                (other) => compareBuilds([service, other], filled, sizes.reports),
                { dist: join(beside, 'dist') },
              );
        await part('reports', reports, size);
        await part('query', () => measureQuestions(service, filled, sizes.reports), size);
        await part('lake', () => measureLake(service, filled, sizes.lake));
        await part('disk', () => measureDisk(service));
        await part('consumer', () => measureConsumer(service, sizes.consumer));
        // Last, because each run deletes two more visitors.
        await part('delete', async () => {
          if (!quick) await sleep(watermarkLagMs);
          return measureDeletion(service, filled);
        });
      });
    }
  }

  try {
    await withoutData();
    if (is('sites', 'paint')) await ofManySites();
    if (is('events', 'bi')) await ofEvents();
    if (is('crawlers')) await ofCrawls();
    if (is('consumer', 'reports', 'query', 'lake', 'disk', 'delete')) await ofPageviews();
  } finally {
    await services.close();
  }
  return lines;
}
