import { prepareMachine } from './machine.ts';
import { buildPrograms, startClickHouse, stopWithServers } from './servers.ts';
import { startSharedChromium } from './shared/chromium.ts';
import { startSharedKafka } from './shared/kafka.ts';
import { startSharedDashboard, startSharedQuery } from './shared/query.ts';
import { serveShared } from './shared/serve.ts';
import { startSharedStandalone } from './shared/standalone.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

/** Runs once before all test files: what tests need is installed, programs are built, servers are up. */
export default async function globalSetup(): Promise<void> {
  prepareMachine();
  keepTemporaryFilesInMemory();
  buildPrograms();
  await startClickHouse();
  const parts = {
    chromium: startSharedChromium,
    dashboard: startSharedDashboard,
    kafka: startSharedKafka,
    query: startSharedQuery,
    standalone: startSharedStandalone,
  };
  stopWithServers(await serveShared(parts));
}
