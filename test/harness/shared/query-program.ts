/**
 * The query service that the test files share, in a process of its own, at the fixed time of the tests. Arguments: URL and
 * database of ClickHouse, with the rights of the real service. It sends its URL.
 */
import { createClickHouse } from '@tallyhouse/clickhouse';
import { startQuery } from '@tallyhouse/query';
import { createLogger } from '@tallyhouse/service';
import { noKeys, noSites } from '@tallyhouse/sites';
import { dashboardFolder, now, queryConfig } from '../../api/query-config.ts';

const [url = '', database = ''] = process.argv.slice(2);
const logger = createLogger('test', 'error');
const { url: address } = await startQuery(
  queryConfig({ QUERY_MAX_SECONDS: '600', QUERY_CONCURRENCY: '100', EXPORT_CONCURRENCY: '100' }),
  {
    clickhouse: createClickHouse({ url, database }, logger),
    logger,
    dashboardFolder,
    clock: () => now,
    siteFiles: { sites: () => noSites, keys: () => noKeys, close() {} },
  },
);
// The run has ended.
process.on('disconnect', () => process.exit());
process.send?.({ url: address });
