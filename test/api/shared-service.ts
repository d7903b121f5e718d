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

type Started = { remove(): unknown } | { stop(): unknown } | { drop(): unknown } | { close(): unknown };
type Start<Its> = () => Its | Promise<Its>;
const ends: (() => unknown)[] = [];

/** Started before the tests of a file, and ended after them, the last one first: it may use those before it. */
export const forAllTests = <Its extends Started>(start: Start<Its>) => between(beforeAll, start, afterAll);

/** Started before each test, and ended after it. */
export const forEachTest = <Its extends Started>(start: Start<Its>) => between(beforeEach, start, afterEach);

function between<Its extends Started>(before: jest.Lifecycle, start: Start<Its>, after: jest.Lifecycle): Its {
  let started: Its;
  before(async () => {
    // Also where it does not start: what comes after runs nevertheless.
    let own: Its | undefined;
    ends.push(() => own && endOf(own));
    started = own = await start();
  });
  after(() => ends.pop()?.());
  return new Proxy({} as Its, {
    get: (_target, name) => Reflect.get(started, name),
    set: (_target, name, value) => Reflect.set(started, name, value),
  });
}

function endOf(started: Started): unknown {
  if ('remove' in started) return started.remove();
  if ('stop' in started) return started.stop();
  return 'drop' in started ? started.drop() : started.close();
}
