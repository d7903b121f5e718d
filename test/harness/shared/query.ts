import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createClient } from '@clickhouse/client';
import { bundle } from '../bundle.ts';
import { cloneDatabase } from '../template.ts';
import type { Part } from './serve.ts';

/**
 * The query service in a process of its own, on a database of its own. Its value: `{url, database}`. Test files that
 * share it use sites of their own.
 */
export async function startSharedQuery(): Promise<Part> {
  const {
    TEST_CLICKHOUSE_URL: url = '',
    TEST_CLICKHOUSE_READER_URL = '',
    TEST_CLICKHOUSE_TEMPLATE = '',
  } = process.env;
  const database = `${TEST_CLICKHOUSE_TEMPLATE}_shared`.replace('test_template', 'test_query');
  const client = createClient({ url });
  await client.command({ query: `create database ${database}` });
  await cloneDatabase(client, TEST_CLICKHOUSE_TEMPLATE, database);
  const program = await bundle('test/harness/shared/query-program.ts');
  const child = fork(program, [TEST_CLICKHOUSE_READER_URL, database], { execArgv: [] });
  const ended = once(child, 'exit');
  const [address] = await Promise.race([once(child, 'message'), ended]);
  if (typeof address !== 'string') throw new Error('the query service ended');
  return {
    value: { url: address, database },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await client.command({ query: `drop database ${database} sync` });
      await client.close();
      await rm(program, { force: true });
    },
  };
}
