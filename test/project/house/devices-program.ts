/**
 * A query service that answers one `/devices`, and finds by V8's counters what ran for it alone: not in an idle service, nor for requests
 * that are refused, nor for `/me`. Arguments: URL of ClickHouse with the rights of the real service, and a database. It sends the files.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { startQuery } from '@tallyhouse/query';
import { createLogger } from '@tallyhouse/service';
import { noKeys, noSites } from '@tallyhouse/sites';
import { key } from '../../api/present.ts';
import { dashboardFolder, now, queryConfig } from '../../api/query-config.ts';

const [reader = '', database = ''] = process.argv.slice(2);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const logger = createLogger('test', 'error');
const clickhouse = createClickHouse({ url: reader, database }, logger);
const { url } = await startQuery(queryConfig(), {
  clickhouse,
  logger,
  dashboardFolder,
  clock: () => now,
  siteFiles: { sites: () => noSites, keys: () => noKeys, close() {} },
});

async function ask(path: string, authorization = `Bearer ${key}`): Promise<number> {
  const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization } });
  await response.text();
  return response.status;
}

/** Where each file begins in this program, as the bundler notes it. */
const program = fileURLToPath(import.meta.url);
const begins = [...readFileSync(program, 'utf8').matchAll(/^\/\/ (\S+\.tsx?)$/gm)].map(
  ({ index, 1: path = '' }) => ({ index, path }),
);

/** The functions that ran since the last call, with their files. */
async function ran(): Promise<Map<number, string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.find(({ url: script }) => script === import.meta.url)?.functions ?? [];
  const places = functions.flatMap(({ ranges: [range] }) => (range?.count ? range.startOffset : []));
  return new Map(
    places.map((place) => [place, begins.findLast(({ index }) => index <= place)?.path ?? program]),
  );
}

const refused = [await ask('/devices', ''), await ask('/devices?limit=many'), await ask('/me')];
/** What ran without a report: looked for until ten looks in a row find nothing new of what an idle service repeats. */
const other = await ran();
for (let same = 0; same < 10; same++) {
  await sleep(100);
  for (const [place, path] of await ran()) {
    if (!other.has(place)) same = 0;
    other.set(place, path);
  }
}
const status = await ask('/devices?site_id=house&start=2026-11-18&end=2026-11-20');
const own = [...(await ran())].filter(([place]) => !other.has(place)).map(([, path]) => path);
process.send?.({ statuses: [...refused, status], files: [...new Set(own)].sort() }, () => process.exit());
