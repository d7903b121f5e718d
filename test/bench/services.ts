import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
