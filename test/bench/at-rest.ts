import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, line } from './line.ts';
import { cpuSeconds, residentBytes } from './process.ts';
import { type Service, startService } from './service.ts';
import { withKafkaApp } from './services.ts';
import type { Sizes } from './sizes.ts';
import { sum } from './statistics.ts';
import { targets } from './targets.ts';

/** The time to the first report: in an empty folder, and again with data in it. */
export async function measureStart(folder: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const what of ['empty folder', 'folder with data']) {
    const service = await startService(folder);
    await service.stop();
    lines.push(line(`to the first report, ${what}`, service.coldStartMs, targets.start));
  }
  return lines;
}

/** Memory and CPU of all processes of an idle service. */
export async function measureIdle(service: Service, { seconds }: Sizes['idle']): Promise<Line[]> {
  const cpu = () => sum(service.pids().map(cpuSeconds));
  await sleep(seconds * 150); // until the start is over
  const before = cpu();
  await sleep(seconds * 1000);
  const share = (100 * (cpu() - before)) / seconds;
  const resident = sum(service.pids().map(residentBytes)) / 1e6;
  return [
    line('resident memory, ClickHouse included', resident, targets.idleMemory),
    line('share of a core', share, targets.idleCpu),
  ];
}

/** CPU of an idle consumer between Kafka and the service's ClickHouse. */
export const measureIdleConsumer = (service: Service, { seconds }: Sizes['idle']): Promise<Line[]> =>
  withKafkaApp('consumer', { CLICKHOUSE_URL: service.clickhouseUrl }, async ({ pid }) => {
    await sleep(seconds * 3000); // until V8 has cleaned up after the start
    const before = cpuSeconds(pid);
    await sleep(seconds * 1000);
    const share = (100 * (cpuSeconds(pid) - before)) / seconds;
    return [line('share of a core, the consumer with Kafka', share, targets.idleConsumerCpu)];
  });
