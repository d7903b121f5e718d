import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { type RunningKafka, startKafka } from '../harness/kafka.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { type Service, type Settings, startService } from './service.ts';

/** Works in a folder of its own, which is removed. */
export async function inEmptyFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Works with a Kafka, which ends then unless it ran before. */
export async function withKafka<Result>(work: (kafka: RunningKafka) => Promise<Result>): Promise<Result> {
  const kafka = await startKafka();
  try {
    return await work(kafka);
  } finally {
    await kafka.stop();
  }
}

/** Starts an app as a program of its own, and waits until it is ready. */
export async function startApp(
  app: 'ingest' | 'consumer' | 'query',
  settings: Readonly<Record<string, string>>,
): Promise<Program & { url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { HOST: '127.0.0.1', [`${app.toUpperCase()}_PORT`]: `${port}`, LOG_LEVEL: 'error' };
  const options = { env: { ...own, ...settings }, readyUrls: [`${url}/readyz`] };
  return { ...(await startProgram([process.execPath, `dist/${app}.js`], options)), url };
}

/** Starts services on empty folders; in a quick look one of them serves all. */
export interface Services {
  with<Result>(work: (service: Service) => Promise<Result>, settings?: Settings): Promise<Result>;
  /** The same on a folder that may have data already. In a quick look its `stop` does nothing. */
  start(folder: string, settings?: Settings): Promise<Service>;
  close(): Promise<void>;
}

export function openServices(quick: boolean): Services {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-bench-'));
  let shared: Service | undefined;
  async function start(own: string, settings?: Settings): Promise<Service> {
    if (!quick) return startService(own, settings);
    shared ??= await startService(folder, { env: { TRUST_PROXY: '1' }, logs: true });
    return { ...shared, stop: async () => {} };
  }
  return {
    start,
    with: (work, settings) => inEmptyFolder(async (own) => thenStop(await start(own, settings), work)),
    async close() {
      await shared?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Works with a service on a folder that is kept, or, without one, on an empty folder. */
export async function withServiceIn<Result>(
  kept: string | undefined,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  if (kept === undefined) return inEmptyFolder((folder) => withServiceIn(folder, work));
  mkdirSync(kept, { recursive: true });
  return thenStop(await startService(kept), work);
}

async function thenStop<Result>(service: Service, work: (service: Service) => Promise<Result>) {
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}
