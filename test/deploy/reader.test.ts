import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  createClickHouse,
  createDatabase,
  type EmbeddedClickHouse,
  migrate,
  migrations,
} from '@tallyhouse/clickhouse';
import { startQuery } from '../../apps/query/src/start.ts';
import { everyEndpoint, pairsOf } from '../api/every-endpoint.ts';
import { dashboardFolder, key, queryConfig } from '../api/query-service.ts';
import { logger, rowsOf, startIn } from '../clickhouse/own-server.ts';
import { insertPings } from '../harness/clickhouse.ts';

const password = 'what the environment says';
const database = 'tallyhouse';

// The embedded server reads the users of Compose as its image does, from the folder beside its own users.
describe.each([
  ['npm start', undefined],
  ['Compose', 'deploy/clickhouse/reader.xml'],
])('with the rights that the reader has under %s', (_name, usersFile) => {
  let folder: string;
  let server: EmbeddedClickHouse;
  let writer: ClickHouseClient;
  let reader: ClickHouseClient;
  let service: Awaited<ReturnType<typeof startQuery>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhouse-reader-'));
    if (usersFile !== undefined) {
      await mkdir(join(folder, 'users.d'));
      const users = (await readFile(usersFile, 'utf8')).replaceAll(
        '<password from_env="CLICKHOUSE_READER_PASSWORD"/>',
        `<password>${password}</password>`,
      );
      await writeFile(join(folder, 'users.d', 'reader.xml'), users);
    }
    server = await startIn(folder, { database });
    const as = (user: 'reader' | 'writer', its: string) =>
      createClickHouse({ url: server.url, user, password: its, database }, logger);
    reader = as('reader', usersFile === undefined ? server.passwords.reader : password);
    writer = as('writer', server.passwords.writer);
    await createDatabase(
      { url: server.url, user: 'writer', password: server.passwords.writer, database },
      logger,
    );
    await migrate(writer, migrations);
    await insertPings(writer, [{ pinged_at: Date.now() - 60_000, page_path: '/one' }]);
    service = await startQuery(queryConfig(), { clickhouse: reader, logger, dashboardFolder });
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([writer.close(), reader.close()]);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(everyEndpoint)('$path is answered', async ({ path, ...endpoint }) => {
    const query = new URLSearchParams([['period', 'today'], ...pairsOf(endpoint)]);
    const url = `${service.url}/api/v1${path}?${query}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  });

  test('the service is ready', async () => {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  test.each([
    'insert into pings (site_id) values (1)',
    'drop table pings',
    'create table more (n UInt8) engine = Memory',
  ])('nothing is written: %s', async (query) => {
    await expect(reader.command({ query })).rejects.toThrow(/readonly|privileges/i);
  });

  test.each(["select * from file('/etc/hostname', 'LineAsString')", 'select * from default.secret'])(
    'nothing else is read: %s',
    async (query) => {
      await writer.command({ query: 'create table if not exists default.secret (n UInt8) engine = Memory' });
      await expect(rowsOf(reader, query)).rejects.toMatchObject({ code: '497' });
    },
  );
});
