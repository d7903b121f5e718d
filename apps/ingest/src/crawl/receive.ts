import type { IncomingMessage } from 'node:http';
import type { LogMessage } from '@tallyhouse/log';
import { encodeCrawl, plainHost } from '@tallyhouse/ping';
import { HttpError, parseJson, Recent } from '@tallyhouse/service';
import { type ListedSites, latestOf } from '@tallyhouse/sites';
import { tokensOf } from '../allowance.ts';
import { type Answer, json } from '../answer.ts';
import type { AppendBuffer } from '../append-buffer.ts';
import { linesTypes, readBody } from '../body.ts';
import { foreignSite, notStored } from '../intake.ts';
import { type CrawlHashes, createCrawls, type NoPage, siteRules, whyNoPage } from '../pipeline/index.ts';
import type { ReceiveDeps } from '../receive.ts';
import type { RequestSender } from '../sender.ts';
import { type Mistake, readRequest, type SentRequest } from './fields.ts';

export interface CrawlDeps
  extends Pick<ReceiveDeps, 'readSender' | 'diskFloor' | 'openCharge' | 'memory' | 'work'>,
    Omit<Parameters<typeof createCrawls>[0], 'hashes'> {
  buffer: AppendBuffer;
  hashes: CrawlHashes;
  /** SITES */
  sites: readonly string[];
  /** Called with the outcomes of a request's lines, once they are durable. */
  count: (taken: Taken) => void;
}

/** The outcomes of lines, numbered from 0 without empty ones. Accepted lines are in the log. */
export interface Taken {
  accepted: number;
  dropped: { index: number; reason: NoPage | 'foreign_host' | 'unknown_site' }[];
  errors: ({ index: number } & Mistake)[];
}

/** A valid line takes more than 80 bytes of the mebibyte. The account of invalid ones is longer than they are. */
const mostLines = 20_000;

/** With this Cloudflare's Logpush tries a destination before it sends lines there. */
const trial = '{"content":"tests"}';

/** Ids that senders gave, whose times are remembered. */
const mostIds = 50_000;

/** POST of requests of pages, as JSON lines, from CDNs, edge workers and servers; always with a key. */
export function createCrawlReceive(deps: CrawlDeps) {
  const { readSender, diskFloor, openCharge, memory, work, buffer, hashes, count } = deps;
  const siteOf = siteFinder(deps.sitesNow);
  const rulesOf = siteRules(deps.sitesNow);
  const toCrawl = createCrawls(deps);
  const listed = new Set(deps.sites);
  const timesOfIds = new Recent<number>(mostIds);

  /** An id counts once for a day. A sender that tries again may state another time: then that of the first counts. */
  function timeOf(site: string, { id, at }: SentRequest): number {
    if (id === '') return at;
    const key = `${site} ${id}`;
    const known = timesOfIds.get(key);
    if (known === undefined) timesOfIds.set(key, at);
    return known ?? at;
  }

  /** Why a request is not stored, by the rules of its site. */
  function refusedBySite(site: string, host: string): 'unknown_site' | 'foreign_host' | undefined {
    const rules = rulesOf(site);
    if ((rules === undefined && deps.sitesNow().accept !== 'any') || (listed.size > 0 && !listed.has(site)))
      return 'unknown_site';
    return host !== '' && rules?.isOwnHost(host) === false ? 'foreign_host' : undefined;
  }

  function take(lines: readonly string[], { mayUse, receivedAt }: RequestSender) {
    const taken: Taken = { accepted: 0, dropped: [], errors: [] };
    const messages: LogMessage[] = [];
    for (const [index, line] of lines.entries()) {
      const read = readRequest(parseJson(line), receivedAt);
      if ('message' in read) {
        taken.errors.push({ index, ...read });
        continue;
      }
      const site = read.site || siteOf(read.host);
      if (mayUse?.(site) === false) throw foreignSite(read.site || (read.host ? `of ${read.host}` : site));
      const reason = refusedBySite(site, read.host) ?? whyNoPage({ ...read, target: read.path });
      if (reason !== undefined) taken.dropped.push({ index, reason });
      else {
        const row = toCrawl(seenIn(read, site, line, receivedAt));
        messages.push({ key: row.id, value: encodeCrawl(row) });
      }
    }
    taken.accepted = messages.length;
    return { taken, messages };
  }

  const seenIn = (read: SentRequest, site: string, line: string, receivedAt: number) => ({
    id: read.id || hashes.id(site, line),
    isSent: read.id !== '',
    site_id: site,
    occurred_at: timeOf(site, read),
    received_at: receivedAt,
    seen_by: 'server' as const,
    status: read.status,
    host: read.host,
    target: read.path,
    userAgent: read.userAgent,
    ip: read.ip,
    referrer: read.referrer,
  });

  return async function receive(req: IncomingMessage): Promise<Answer> {
    const sender = readSender(req);
    if (!sender.keyed) throw keyMissing();
    const held = memory.open();
    try {
      diskFloor.refuse(sender);
      const charge = openCharge(sender, tokensOf(Number(req.headers['content-length'] ?? 0)));
      const body = await readBody(req, held, sender.limited, charge, work, linesTypes);
      work.parsed(body.length);
      const lines = body
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .split('\n')
        // A line may be sent again with another line end: its hash is its id.
        .flatMap((line) => line.trim() || []);
      if (lines.length === 0)
        throw new HttpError('invalid_body', 'The body must be JSON lines, one request per line.');
      if (lines.length > mostLines)
        throw new HttpError('invalid_body', `A body may have at most ${mostLines} lines.`);
      if (lines.length === 1 && lines[0] === trial) return answerOf({ accepted: 0, dropped: [], errors: [] });
      const { taken, messages } = take(lines, sender);
      if (messages.length > 0) {
        await buffer.append(messages).catch((error: unknown) => {
          throw notStored(error);
        });
      }
      count(taken);
      return answerOf(taken);
    } finally {
      held.release();
    }
  };
}

const keyMissing = () =>
  new HttpError('unauthorized', 'Send a key in the Authorization header: Bearer <key>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

function answerOf({ accepted, dropped, errors }: Taken): Answer {
  if (errors.length === 0) return json(202, { accepted, dropped });
  const message = `Invalid lines: ${errors.length} (see errors). Stored: ${accepted}.`;
  const error = new HttpError('invalid_parameter', message);
  return json(error.status, { ...error.body(), accepted, dropped, errors });
}

/**
 * The site whose hosts include a host; `blog` if none does. The closest name counts: a subdomain may have a
 * site besides that of `*.example.com`.
 */
function siteFinder(sitesNow: () => ListedSites): (host: string) => string {
  const siteOf = latestOf(sitesNow, ({ sites }) => {
    const pairs = [...sites].flatMap(([id, { hosts = [] }]) =>
      hosts.map((host): [string, string] => [plainHost(host) ?? host, id]),
    );
    // The first site with a host counts.
    return new Map(pairs.reverse());
  });
  return (host) => {
    const [site = 'blog'] = namesFor(host).flatMap((name) => siteOf().get(name) ?? []);
    return site;
  };
}

/** The names in `hosts` that include a host, the closest first. */
function namesFor(host: string): string[] {
  const labels = host.split('.');
  return [host, ...labels.map((_, index) => `*.${labels.slice(index + 1).join('.')}`)];
}
