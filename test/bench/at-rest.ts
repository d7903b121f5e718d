import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../harness/program.ts';
import { inNewDatabase } from './database.ts';
import { type Line, line } from './line.ts';
import { cpuSeconds, residentBytes } from './process.ts';
import { type Service, startService } from './service.ts';
import { startApp, withKafka } from './services.ts';
import type { Sizes } from './sizes.ts';
import { sum } from './statistics.ts';

/** The time until the first report: on an empty folder, and again on the same with data. */
export async function measureStart(folder: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const what of ['empty folder', 'folder with data']) {
    const service = await startService(folder);
    await service.stop();
    lines.push(line(`to the first report, ${what}`, service.coldStartMs, { unit: ' ms', atMost: 3000 }));
  }
  return lines;
}

/** Memory and CPU of an idle service, all its processes. */
export async function measureIdle(service: Service, { seconds }: Sizes['idle']): Promise<Line[]> {
  const share = sum(await sharesOfCore(service.pids(), seconds));
  const resident = sum(service.pids().map(residentBytes)) / 1e6;
  return [
    line('resident memory, ClickHouse included', resident, { unit: ' MB', atMost: 600 }),
    line('share of a core', share, { unit: ' %', digits: 1, atMost: 4 }),
  ];
}

/** CPU of an idle ingest app and an idle consumer, each a process of its own with connections to Kafka. */
export const measureIdleApps = (service: Service, { seconds }: Sizes['idle']): Promise<Line[]> =>
  withKafka(({ brokers }) =>
    inNewDatabase(service, 'bench_idle', async () => {
      const settings = {
        KAFKA_BROKERS: brokers.join(),
        KAFKA_TOPIC: `idle-${randomUUID()}`,
        CLICKHOUSE_URL: service.clickhouseUrl,
        CLICKHOUSE_DATABASE: 'bench_idle',
        IDENTITY_SECRET: 'the secret of the benchmark',
      };
      const running: Program[] = [];
      try {
        for (const app of apps) running.push(await startApp(app, settings));
        const shares = await sharesOfCore(
          running.map(({ pid }) => pid),
          seconds,
        );
        return apps.map((app, index) =>
          line(`share of a core, ${app} on Kafka`, shares[index] ?? Number.NaN, {
            unit: ' %',
            digits: 1,
            atMost: 0.5,
          }),
        );
      } finally {
        await Promise.all(running.map((program) => program.end('SIGTERM')));
      }
    }),
  );

const apps = ['ingest', 'consumer'] as const;

/** The share of a core that each process takes, in hundredths. */
async function sharesOfCore(pids: readonly number[], seconds: number): Promise<number[]> {
  await sleep(seconds * 150); // until the start is over
  const before = pids.map(cpuSeconds);
  await sleep(seconds * 1000);
  return pids.map((pid, index) => ((cpuSeconds(pid) - (before[index] ?? 0)) / seconds) * 100);
}
