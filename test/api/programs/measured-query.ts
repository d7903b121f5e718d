/**
 * The query service in its own process, which measures how long it holds its event loop: the CPU time of each turn of the
 * loop, which is the same on a busy machine.
 *
 * Arguments: URL and database of ClickHouse. It sends its own URL; on `begin` it sends `begun`, and on `end` the longest turn
 * since, in milliseconds of CPU time.
 */
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { startQuery } from '../../../apps/query/src/start.ts';
import { dashboardFolder, now, queryConfig } from '../query-service.ts';

const [url = '', database = ''] = process.argv.slice(2);
const logger = createLogger('test', 'error');
const clickhouse = createClickHouse({ url, database }, logger);
const service = await startQuery(queryConfig({ QUERY_MAX_SECONDS: '600' }), {
  clickhouse,
  logger,
  dashboardFolder,
  clock: () => now,
});

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let measuring = false;
let [longest, last] = [0, 0];

function turn(): void {
  const at = cpuMs();
  longest = Math.max(longest, at - last);
  last = at;
  if (measuring) setImmediate(turn);
}

process.on('message', (told) => {
  measuring = told === 'begin';
  if (measuring) {
    [longest, last] = [0, cpuMs()];
    setImmediate(turn);
  }
  process.send?.(measuring ? 'begun' : longest);
});
// The test has ended.
process.on('disconnect', () => process.exit());
process.send?.(service.url);
