import { randomBytes } from 'node:crypto';
import { createCrawlHashes, createPingIds, createPipeline, identify } from '@tallyhouse/ingest/pipeline';
import { noSites } from '@tallyhouse/sites';
import { uuid7 } from '../harness/uuid7.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

/** Reports about visitors whose clock is wrong. */

const service = forAllTests(joinQueryService);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An ingest process, which makes the row of a ping. */
function startProcess() {
  const run = createPipeline({
    sites: [],
    sitesNow: () => noSites,
    excludedIps: [],
    ipStorage: 'full',
    coordinates: true,
    dropsGpc: false,
    dropsDatacentres: false,
    referrerQuery: 'strip',
    readGeo: () => null,
    identify: identify('a secret of sixteen', randomBytes),
    pingId: createPingIds(randomBytes),
    hashes: createCrawlHashes('a secret of sixteen'),
  });
  const sender = { keyed: true, address: '203.0.113.9', userAgent: '', acceptLanguage: '' };
  return (entry: object) => {
    const outcome = run({ entry, sender: { ...sender, receivedAt: Date.now() } });
    if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
    return outcome.value;
  };
}

const midnight = Math.floor(Date.now() / day) * day - day;
const minutes = [-5, 9, 10, 11, 39, 40, 74];
const hours = [-24 * 3000, -24, -12, 1.5, 5.6, 12, 24, 24 * 31, 24 * 365 * 20];

test.each<[string, number | undefined]>([
  ...minutes.map((lead): [string, number] => [`a clock ${lead} minutes ahead`, lead * minute]),
  ...hours.map((lead): [string, number] => [`a clock ${lead} hours ahead`, lead * hour]),
  ['ids of another form', undefined],
])('with %s one visit is one, by one process or two, over midnight too', async (name, lead) => {
  const made = (start: number, kind: string) =>
    lead === undefined ? `${kind} ${start}` : uuid7(start + lead);
  const [one, two] = [startProcess(), startProcess()];
  // An id without a time has half days of its own, and one may end within the visit: so one process handles them all.
  const another = lead === undefined ? one : two;
  const site_id = name.replaceAll(' ', '-');
  const starts = [midnight - 30_000, midnight + 9 * hour];
  const rows = starts.flatMap((start) => {
    const [visitor_id, session_id, pageview_id] = ['v', 's', 'p'].map((kind) => made(start, kind));
    const visit = { site_id, visitor_id, session_id };
    const page = { ...visit, pageview_id, page_path: '/a' };
    return [
      one({ ...page, timestamp: start }),
      one({ ...visit, type: 'event', event: 'Seen', timestamp: start + minute }),
      another({ ...page, type: 'engage', timestamp: start + 5 * minute }),
      one({ ...visit, type: 'event', event: 'Seen', timestamp: start + 14 * hour }),
    ];
  });
  await service.insert(rows);
  const [from, to] = [midnight - hour, midnight + day].map((time) => new Date(time).toISOString());
  const range = { site_id, start: `${from}`, end: `${to}` };
  const twice = { pageviews: 2, unique_visitors: 2, sessions: 2, avg_session_duration_seconds: 300 };
  // Sums, and rows.
  const filter = name.includes('minutes') ? [] : ['page:/a'];
  const overview = await service.data('/overview', { ...range, filter });
  expect(overview).toMatchObject({ ...twice, returning_visitor_percentage: 0 });
  // Events belong to the sessions.
  const events = await service.data('/events', { ...range, filter: 'entry_page:/a' });
  expect(events).toMatchObject([{ event: 'Seen', events: 4, sessions: 2 }]);
});
