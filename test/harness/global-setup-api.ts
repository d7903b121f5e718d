import { buildPrograms, startClickHouse } from './servers.ts';

/** Runs once before the tests that need ClickHouse alone (jest.api.config.js). */
export default async function globalSetup(): Promise<void> {
  buildPrograms();
  await startClickHouse();
}
