import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { type RunningKafka, startKafka } from '../harness/kafka.ts';
import { startProgram } from '../harness/program.ts';
import { type Service, type Settings, startService } from './service.ts';

/** Works in a new folder, and removes it. */
export async function inEmptyFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Works with a Kafka, and stops it unless it was running before. */
export async function withKafka<Result>(work: (kafka: RunningKafka) => Promise<Result>): Promise<Result> {
  const kafka = await startKafka();
  try {
    return await work(kafka);
  } finally {
    await kafka.stop();
  }
}

/** Starts Kafka with the topic and one app by itself, and works with them. */
export const withKafkaApp = <Result>(
  app: 'ingest' | 'consumer',
  env: Readonly<Record<string, string>>,
  work: (app: { url: string; pid: number }) => Promise<Result>,
): Promise<Result> =>
  withKafka(async ({ brokers }) => {
    const port = `${await freePort()}`;
    const url = `http://127.0.0.1:${port}`;
    const settings = {
      HOST: '127.0.0.1',
      [`${app.toUpperCase()}_PORT`]: port,
      LOG_LEVEL: 'error',
      KAFKA_BROKERS: brokers.join(),
      KAFKA_TOPIC: `bench-${process.pid}`,
      ...env,
    };
    const command = [process.execPath, `dist/${app}.js`];
    const { pid, end } = await startProgram(command, { env: settings, readyUrls: [`${url}/readyz`] });
    try {
      return await work({ url, pid });
    } finally {
      await end('SIGTERM');
    }
  });

/** Starts services in empty folders; in a quick look, all share one. */
export function openServices(quick: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'));
  let shared: Service | undefined;
  return {
    async with<Result>(work: (service: Service) => Promise<Result>, settings?: Settings): Promise<Result> {
      if (!quick) return withServiceIn(undefined, work, settings);
      shared ??= await startService(folder, { env: { TRUST_PROXY: '1' }, logs: true, interpreted: quick });
      return work(shared);
    },
    async close() {
      await shared?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Works with a service on a folder that is kept, or else on an empty one. */
export async function withServiceIn<Result>(
  kept: string | undefined,
  work: (service: Service) => Promise<Result>,
  settings?: Settings,
): Promise<Result> {
  if (kept === undefined) return inEmptyFolder((folder) => withServiceIn(folder, work, settings));
  mkdirSync(kept, { recursive: true });
  const service = await startService(kept, settings);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}
