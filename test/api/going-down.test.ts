import { createLogger } from '@tallyhouse/service';
import { startQuery } from '../../apps/query/src/start.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { exportUrl } from './download.ts';
import { dashboardFolder, key, queryConfig } from './query-service.ts';
import { replaceSql } from './replace-sql.ts';

let database: TestDatabase;
let service: Awaited<ReturnType<typeof startQuery>>;
let sql: string;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startQuery(queryConfig(), {
    clickhouse: replaceSql(database.client, () => sql),
    logger: createLogger('test', 'silent'),
    dashboardFolder,
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

// ClickHouse gives these errors for moments only, so the test raises them itself.
describe.each([
  [236, 'it shuts down, after a fatal error too'],
  [394, 'it cancelled the query'],
  [696, 'it starts'],
  [698, 'it stops while it starts'],
])('error %i of ClickHouse (%s)', (code) => {
  test.each([
    ['a report', () => `${service.url}/api/v1/overview`],
    ['an export that has not begun', () => exportUrl(service, 'pageviews')],
  ])('is a 503 with Retry-After: %s', async (_what, url) => {
    sql = `select throwIf(1, 'The server goes down.', toInt16(${code})) settings allow_custom_error_code_in_throwif = 1`;
    const response = await fetch(url(), { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual({
      error: { code: 'unavailable', message: 'The database cannot be reached. Please try again.' },
    });
  });
});
