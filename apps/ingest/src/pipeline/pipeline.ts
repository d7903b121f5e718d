import { datacentres } from '@tallyhouse/crawlers/datacentres';
import type { CrawlRow, PingRow } from '@tallyhouse/ping';
import type { ListedSites } from '@tallyhouse/sites';
import type { Arrival } from './arrival.ts';
import { dropBots } from './bot.ts';
import { findClientIp } from './client-ip.ts';
import { createCrawls } from './crawls/crawl.ts';
import type { CrawlHashes } from './crawls/hashes.ts';
import { toDroppedRow } from './dropped-row.ts';
import { findSource } from './find-source.ts';
import { type GeoReader, locate } from './geoip.ts';
import { dropGpc } from './gpc.ts';
import type { Identify } from './identity/identity.ts';
import type { Drop, Ok, Reject } from './outcome.ts';
import { applyPageRules } from './page-rules.ts';
import { type ReferrerQuery, stripReferrer } from './referrer.ts';
import { type PingId, toRow } from './row.ts';
import { knownSites, type SitesSeen } from './site.ts';
import type { IpStorage } from './site-rules.ts';
import { startingFrom } from './steps.ts';
import { readUserAgent } from './user-agent.ts';
import { type Validated, validate } from './validate.ts';

export interface PipelineDeps {
  /** SITES */
  sites: readonly string[];
  sitesNow: () => ListedSites;
  sitesSeen?: SitesSeen;
  excludedIps: readonly string[];
  ipStorage: IpStorage;
  coordinates: boolean;
  /** Whether pings of browsers that ask for privacy are dropped. */
  dropsGpc: boolean;
  /** Whether pings of browsers from data centres are dropped. */
  dropsDatacentres: boolean;
  referrerQuery: ReferrerQuery;
  readGeo: GeoReader;
  identify: Identify;
  pingId: PingId;
  hashes: CrawlHashes;
}

interface Dropped extends Drop {
  row: PingRow;
  crawl?: CrawlRow;
}

/** Turns an entry of a request's body (decode.ts) into a row of the table, or a rejection. */
export type Pipeline = (arrival: Arrival) => Ok<PingRow> | Dropped | Reject | Forbidden;

/** The site is outside the key's sites: nothing of the request may be stored. */
interface Forbidden {
  kind: 'forbidden';
  siteId: string;
}

/** Runs one step after the other. A dropped ping gets a row too, so that every ping received is accounted for. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { sitesSeen = anySites } = deps;
  const toFinishedRow = startingFrom<Validated>()
    .step(knownSites(deps.sites, deps.sitesNow, sitesSeen))
    .step(dropGpc(deps.dropsGpc))
    .step(applyPageRules())
    .step(findClientIp(deps.excludedIps))
    .step(dropBots(deps.dropsDatacentres ? datacentres() : undefined))
    .step(stripReferrer(deps.referrerQuery))
    .step(findSource())
    .step(locate(deps.readGeo, deps.coordinates))
    .step(readUserAgent())
    .step(deps.identify)
    .step(toRow(deps.ipStorage, deps.pingId, deps.hashes)).run;
  const droppedRow = toDroppedRow(deps.pingId);
  const toCrawl = createCrawls(deps);
  const crawlOf = ({ ping, sender }: Validated, { ping_id }: PingRow) =>
    toCrawl({
      id: ping_id,
      site_id: ping.site_id,
      occurred_at: ping.pinged_at,
      received_at: sender.receivedAt,
      seen_by: 'tracker',
      status: 0,
      host: ping.hostname,
      target: ping.sent_path || ping.url,
      userAgent: (sender.keyed ? ping.user_agent : sender.userAgent) ?? '',
      ip: ping.ip ?? sender.address,
      referrer: ping.referrer,
    });
  return (arrival) => {
    const validated = validate(arrival);
    if (validated.kind !== 'ok') return validated;
    const { site_id } = validated.value.ping;
    if (arrival.sender.mayUse?.(site_id) === false) return { kind: 'forbidden', siteId: site_id };
    const outcome = toFinishedRow(validated.value);
    if (outcome.kind === 'ok') sitesSeen.note(site_id);
    if (outcome.kind !== 'drop') return outcome;
    const row = droppedRow(validated.value, outcome.reason);
    if (outcome.reason !== 'bot' || validated.value.ping.type !== 'view') return { ...outcome, row };
    // Its row of crawls lasts, so SITES_SEEN_MAX bounds the sites that bots name.
    sitesSeen.note(site_id);
    return { ...outcome, row, crawl: crawlOf(validated.value, row) };
  };
}

const anySites = { takes: () => true, note() {} };
