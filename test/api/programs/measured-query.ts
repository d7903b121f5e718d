/**
 * The query service in its own process, which measures how long it holds its event loop: the CPU time of each turn, which a busy machine
 * does not change. Arguments: URL and database of ClickHouse. It sends its own URL; on `begin` it sends `begun`, and on `end` the longest turn
 * since, as a multiple of a fixed piece of work at that moment, because processes that share caches and cores slow both.
 */
import { createClickHouse } from '@tallyhouse/clickhouse';
import { startQuery } from '@tallyhouse/query';
import { createLogger } from '@tallyhouse/service';
import { now } from '../present.ts';
import { dashboardFolder, queryConfig } from '../query-config.ts';

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

const text = JSON.stringify(Array.from({ length: 4000 }, (_, index) => ({ index, name: `name ${index}` })));

/** Reads and writes a list of 4,000 objects; the best of three, because garbage collection may interrupt. */
function cpuMsOfFixedWork(): number {
  const times = [1, 2, 3].map(() => {
    const began = cpuMs();
    JSON.stringify(JSON.parse(text));
    return cpuMs() - began;
  });
  return Math.min(...times);
}

let measuring = false;
let next: NodeJS.Timeout | undefined;
let [longest, last] = [0, 0];

/** Ends a turn, at most once a millisecond: on each turn, the loop would never rest. */
function turn(): void {
  const at = cpuMs();
  longest = Math.max(longest, at - last);
  last = at;
  if (measuring) next = setTimeout(turn, 1);
}

process.on('message', (told) => {
  measuring = told === 'begin';
  clearTimeout(next);
  if (measuring) {
    [longest, last] = [0, cpuMs()];
    next = setTimeout(turn, 1);
  }
  // The last turn may still be running.
  if (!measuring) turn();
  process.send?.(measuring ? 'begun' : longest / cpuMsOfFixedWork());
});
// The test has ended.
process.on('disconnect', () => process.exit());
process.send?.(service.url);
