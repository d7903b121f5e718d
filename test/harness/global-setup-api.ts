import { buildPrograms, startClickHouse } from './servers.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

/** Runs once before the tests that need ClickHouse alone (jest.api.config.js). */
export default async function globalSetup(): Promise<void> {
  keepTemporaryFilesInMemory();
  buildPrograms();
  await startClickHouse();
}
