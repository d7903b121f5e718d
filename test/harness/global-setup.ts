import { prepareMachine } from './machine.ts';
import { buildPrograms, startClickHouse, stopWithServers } from './servers.ts';
import { startSharedChromium } from './shared/chromium.ts';
import { startSharedKafka } from './shared/kafka.ts';
import { startSharedQuery } from './shared/query.ts';
import { serveShared } from './shared/serve.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

/** Runs once before all test files: what tests need is installed, programs are built, servers are up. */
export default async function globalSetup(): Promise<void> {
  await prepareMachine();
  keepTemporaryFilesInMemory();
  buildPrograms();
  await startClickHouse();
  stopWithServers(
    await serveShared({ chromium: startSharedChromium, kafka: startSharedKafka, query: startSharedQuery }),
  );
}
