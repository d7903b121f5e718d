import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningKafka, startKafka } from '../harness/kafka.ts';
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
