import {
  createCrawls,
  isPossible,
  type PipelineDeps,
  possibleTimes,
  siteRules,
} from '@tallyhouse/ingest/pipeline';
import type { LogMessage } from '@tallyhouse/log';
import { encodeCrawl } from '@tallyhouse/ping';
import type { WebRequest } from './format.ts';
import type { createImportIds } from './ids.ts';
import { type Counts, countReason } from './summary.ts';

/** What became of a request: whose it was, or why it is not stored. */
type Outcome = { kind: 'crawler' | 'person' | 'dropped' } | { kind: 'wrong'; why: string };

/** Turns requests of pages in logs into messages. A line has the same id in any file, and in any import. */
export function createRequests(
  site: string,
  deps: Pick<PipelineDeps, 'sitesNow' | 'ipStorage' | 'referrerQuery' | 'hashes'>,
  ids: Pick<ReturnType<typeof createImportIds>, 'request'>,
  counts: Counts,
) {
  const toCrawl = createCrawls(deps);
  const rulesOf = siteRules(deps.sitesNow);
  return (request: WebRequest, key: string, now: number, messages: LogMessage[]): Outcome => {
    const { at, host, status, target, userAgent, address, referrer } = request;
    if (!isPossible(at, now)) return { kind: 'wrong', why: possibleTimes };
    const row = toCrawl({
      id: ids.request(key),
      site_id: site,
      occurred_at: at,
      received_at: now,
      seen_by: 'log',
      status,
      host,
      target,
      userAgent,
      ip: address,
      referrer,
    });
    // Its host is that of an absolute target, and spelt as the sites file's hosts are.
    if (row.hostname !== '' && rulesOf(site)?.isOwnHost(row.hostname) === false) {
      countReason(counts.dropped, 'foreign_host');
      return { kind: 'dropped' };
    }
    messages.push({ key: row.id, value: encodeCrawl(row) });
    counts[row.class === 'crawler' ? 'crawls' : 'requests']++;
    return { kind: row.class };
  };
}
