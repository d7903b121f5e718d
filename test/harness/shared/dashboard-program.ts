/**
 * The dashboard that the test files share, in a process of its own, at the fixed time of the tests and with test/dashboard/listed.ts as
 * its sites and keys. Arguments: see query.ts. It sends `{url, desk}`; the desk, another origin, stores the pings that are
 * sent to it, or at `/crawls` the requests of crawlers, and answers others with a page that has the address after `?frame=` in a frame.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { startQuery } from '@tallyhouse/query';
import { createLogger } from '@tallyhouse/service';
import { dashboardFolder, now, queryConfig } from '../../api/query-config.ts';
import { keysText, sitesText } from '../../dashboard/listed.ts';
import { traffic } from '../../dashboard/traffic.ts';
import { insertPings } from '../clickhouse.ts';
import { insertCrawls } from '../crawls.ts';
import { asksOnce } from './asks-once.ts';

const [reader = '', database = '', writer = ''] = process.argv.slice(2);
const logger = createLogger('test', 'error');
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-dashboard-'));
const [SITES_FILE, KEYS_FILE] = [join(folder, 'sites.yaml'), join(folder, 'keys.yaml')];
writeFileSync(SITES_FILE, sitesText);
writeFileSync(KEYS_FILE, keysText);

const client = createClickHouse({ url: writer, database }, logger);
await insertPings(client, traffic);
const clickhouse = createClickHouse({ url: reader, database }, logger);
const { client: asking, forget } = asksOnce(clickhouse);
const desk = createServer(async (req, res) => {
  if (req.method === 'POST') {
    const insert = req.url === '/crawls' ? insertCrawls : insertPings;
    await insert(client, JSON.parse(await text(req)));
    forget();
    return void res.end();
  }
  const frame = new URL(req.url ?? '', 'http://desk').searchParams.get('frame') ?? '';
  res.setHeader('content-type', 'text/html');
  res.end(
    `<!doctype html><link rel="icon" href="data:,"><title>Intranet</title><iframe width="1200" height="800" src="${frame.replaceAll('&', '&amp;')}"></iframe>`,
  );
});
await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
const { url } = await startQuery(
  queryConfig({
    QUERY_MAX_SECONDS: '600',
    QUERY_CONCURRENCY: '100',
    EXPORT_CONCURRENCY: '100',
    SITES_FILE,
    KEYS_FILE,
    EMBED_ORIGINS: origin,
  }),
  {
    clickhouse: asking,
    writer: client,
    logger,
    dashboardFolder,
    clock: () => now,
    // All files share one address: a wrong key of one test must not use up the allowance of another.
    ticks: () => performance.now() * 1000,
  },
);
// The run has ended.
process.on('disconnect', () => process.exit());
process.send?.({ url, desk: origin });
