import { randomBytes } from 'node:crypto';
import { noSites } from '@tallyhouse/sites';
import { noon, sender as somebody } from './arrival-under-test.ts';
import { dropBots } from './bot.ts';
import { createCrawlHashes } from './crawls/hashes.ts';
import { identify } from './identity/identity.ts';
import { createPingIds } from './identity/ping-id.ts';
import { createPipeline } from './pipeline.ts';
import { startingFrom } from './steps.ts';
import { readUserAgent } from './user-agent.ts';
import type { Validated } from './validate.ts';

const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; rv:140.0) Gecko/20100101 Firefox/140.0';
const sender = { ...somebody, address: '203.0.113.9', userAgent };

const place = { city: 'Zeist', latitude: 52, longitude: 5 };
const run = createPipeline({
  sites: ['blog'],
  sitesNow: () => noSites,
  excludedIps: ['192.0.2.0/24'],
  ipStorage: 'truncated',
  coordinates: true,
  dropsGpc: true,
  dropsDatacentres: true,
  referrerQuery: 'strip',
  readGeo: (ip) => (ip === '203.0.113.9' ? { ...place, country_code: 'NL', state1: 'Utrecht' } : null),
  identify: identify('a secret for tests', randomBytes),
  pingId: createPingIds(randomBytes),
  hashes: createCrawlHashes('a secret for tests'),
});

test('place and visitor see the whole address, the row its network', () => {
  const rows = ['203.0.113.9', '203.0.113.10'].map((address) => {
    const outcome = run({ entry: { page_path: '/' }, sender: { ...sender, address } });
    return outcome.kind === 'ok' ? outcome.value : undefined;
  });
  expect(rows.map((row) => row?.ip)).toEqual(['203.0.113.0', '203.0.113.0']);
  expect(rows).toMatchObject([
    { ...place, country: 'NL', region: 'Utrecht' },
    { country: '', region: '', city: '', latitude: null, longitude: null },
  ]);
  expect(rows[0]?.visitor_id).not.toBe(rows[1]?.visitor_id);
});

test('an opened mail is of nobody: address and user agent are those of a proxy', () => {
  const by = { ...sender, userAgent: 'YahooMailProxy; https://help.yahoo.com/', pixel: true };
  const outcome = run({ entry: { site_id: 'blog', type: 'event', event: 'Opened' }, sender: by });
  const nobody = '00000000-0000-0000-0000-000000000000';
  const row = { event: 'Opened', visitor_id: nobody, session_id: nobody };
  expect(outcome).toMatchObject({ kind: 'ok', value: row });
});

test.each([
  ['bot', {}, { userAgent: '' }],
  ['spam_referrer', { referrer: 'https://semalt.com/' }, {}],
  ['excluded_ip', {}, { address: '192.0.2.1' }],
  ['gpc', {}, { gpc: true }],
  ['datacentre', {}, { address: '35.184.0.7' }],
  ['unknown_site', { site_id: 'shop' }, {}],
])('a ping may be dropped as %s, and has a row that says so', (reason, said, by) => {
  const entry = { page_path: '/', site_id: 'blog', ...said };
  const row = { site_id: entry.site_id, received_at: noon, page_path: '', ip: '', drop_reason: reason };
  expect(run({ entry, sender: { ...sender, ...by } })).toMatchObject({ kind: 'drop', reason, row });
});

test('a step in the wrong place does not compile', () => {
  const validated = startingFrom<Validated & { ip: string }>();
  validated.step(dropBots()).step(readUserAgent());
  // @ts-expect-error nobody has found the user agent yet
  validated.step(readUserAgent()).step(dropBots());
});
