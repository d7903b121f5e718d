import { prepareMachine } from './machine.ts';
import { buildPrograms, startClickHouse, startSharedKafka, stopWithServers } from './servers.ts';
import { startSharedChromium } from './shared/chromium.ts';
import { startSharedDashboard, startSharedQuery } from './shared/query.ts';
import { serveShared } from './shared/serve.ts';
import { startSharedStandalone } from './shared/standalone.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

/** Runs once before all test files: what tests need is installed, programs are built, servers are up. */
export default async function globalSetup(): Promise<void> {
  await prepareMachine();
  keepTemporaryFilesInMemory();
  buildPrograms();
  await Promise.all([startClickHouse(), startSharedKafka()]);
  const parts = {
    chromium: startSharedChromium,
    query: startSharedQuery,
    dashboard: startSharedDashboard,
    standalone: startSharedStandalone,
  };
  stopWithServers(await serveShared(parts));
}
