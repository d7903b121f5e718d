import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createClient } from '@clickhouse/client';
import { bundle } from '../bundle.ts';
import { cloneDatabase } from '../template.ts';
import type { Part } from './serve.ts';

/** The query service. Its value: `{url, database}`. Test files that share it use sites of their own. */
export const startSharedQuery = () => startWithDatabase('query');

/** The dashboard. Its value: see dashboard-program.ts. */
export const startSharedDashboard = () => startWithDatabase('dashboard');

/**
 * Runs `<name>-program.ts` in a process of its own, on a database of its own. Its arguments: URL of ClickHouse with the rights of the
 * real service, the database, and URL with those of the writer.
 */
async function startWithDatabase(name: string): Promise<Part> {
  const {
    TEST_CLICKHOUSE_URL: url = '',
    TEST_CLICKHOUSE_READER_URL = '',
    TEST_CLICKHOUSE_TEMPLATE = '',
  } = process.env;
  const database = `${TEST_CLICKHOUSE_TEMPLATE}_shared`.replace('test_template', `test_${name}`);
  const client = createClient({ url });
  await client.command({ query: `create database ${database}` });
  await cloneDatabase(client, TEST_CLICKHOUSE_TEMPLATE, database);
  const program = await bundle(`test/harness/shared/${name}-program.ts`);
  // Reports about few rows take a tenth less CPU time on one thread. The oracle, whose service is its own, reads on several.
  const reader = `${TEST_CLICKHOUSE_READER_URL}?ch_max_threads=1`;
  const child = fork(program, [reader, database, url], { execArgv: [] });
  const ended = once(child, 'exit');
  const [value] = await Promise.race([once(child, 'message'), ended]);
  if (typeof value !== 'object' || value === null) throw new Error(`the ${name} service ended`);
  return {
    value: { ...value, database },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await client.command({ query: `drop database ${database} sync` });
      await client.close();
      await rm(program, { force: true });
    },
  };
}
