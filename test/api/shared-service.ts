import { randomBytes } from 'node:crypto';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { z } from 'zod';
import { insertPings } from '../harness/clickhouse.ts';
import { shared } from '../harness/shared/ask.ts';
import { caller } from './caller.ts';

/** The query service that test files share. `insert` and `report` prefix a file's site ids, and responses come without the prefix. */
export async function joinQueryService() {
  const { url, database } = z.object({ url: z.string(), database: z.string() }).parse(await shared('query'));
  const writer = process.env['TEST_CLICKHOUSE_URL'] ?? '';
  const client = createClickHouse({ url: writer, database }, createLogger('test', 'error'));
  const prefix = `t${randomBytes(5).toString('hex')}.`;
  return {
    ...(await caller(url, prefix)),
    database,
    /** A client with all rights. */
    client,
    /** The prefix of site ids in the database. */
    prefix,
    insert: (pings: Parameters<typeof insertPings>[1]) =>
      insertPings(
        client,
        pings.map((ping) => ({ ...ping, site_id: `${prefix}${ping.site_id ?? 'blog'}` })),
      ),
    stop: () => client.close(),
  };
}

/** Started before the tests of a file, and stopped after them. */
export function forAllTests<Started extends { stop(): Promise<unknown> } | { drop(): Promise<unknown> }>(
  start: () => Promise<Started>,
): Started {
  let started: Started;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started && ('stop' in started ? started.stop() : started.drop()));
  return new Proxy({} as Started, { get: (_target, name) => Reflect.get(started, name) });
}
