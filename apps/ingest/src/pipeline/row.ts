import { columns, emptyRow, type PingField, type PingRow, pingFields } from '@tallyhouse/ping';
import { truncatedAddress } from '@tallyhouse/service';
import type { CrawlHashes } from './crawls/hashes.ts';
import type { Fields } from './fields.ts';
import type { Place } from './geoip.ts';
import type { Ids } from './identity/identity.ts';
import { type Outcome, ok } from './outcome.ts';
import { screenOf } from './screen.ts';
import type { IpStorage, SiteRules } from './site-rules.ts';
import type { Device } from './user-agent.ts';
import type { Ping, Validated } from './validate.ts';

interface Enriched extends Validated {
  rules: SiteRules | undefined;
  ip: string;
  userAgent: string;
  place: Place;
  device: Device;
  source: string;
  medium: string;
  ids: Ids;
}

export type PingId = (validated: Validated) => string;

/** The finished row of an accepted ping. @param ipStorage the default for sites */
export function toRow(ipStorage: IpStorage, pingId: PingId, hashes: CrawlHashes) {
  return function row(enriched: Enriched): Outcome<PingRow> {
    const { ping, sender, rules, ip, userAgent, place, device, source, medium, ids } = enriched;
    return ok(
      Object.assign(sentBy(ping), place, device, {
        ping_id: pingId(enriched),
        type: storedType(ping),
        amount: ping.revenue?.amount ?? '0',
        currency: ping.revenue?.currency ?? '',
        pinged_at: ping.pinged_at,
        received_at: sender.receivedAt,
        visitor_id: ids.visitor_id,
        session_id: ids.session_id,
        pageview_id: ids.pageview_id,
        hostname: ping.hostname,
        source,
        medium,
        screen: screenOf(ping.viewport_width),
        ip: storedIp(ip, rules?.ipStorage ?? ipStorage),
        view_hash:
          ping.type === 'view' ? hashes.view(ping.pinged_at, ping.site_id, ping.page_path, ip, userAgent) : 0,
        drop_reason: '',
      }),
    );
  };
}

/** An event is stored as a view with a name: the column's type cannot change while messages of its version wait in a log. */
export const storedType = ({ type }: Ping): PingRow['type'] => (type === 'engage' ? 'engage' : 'view');

type SentColumn = Exclude<keyof Fields & keyof PingRow, 'type'>;

const sentColumns = columns.map(({ name }) => name).filter(isSent);

function isSent(column: string): column is SentColumn {
  const fields: Readonly<Record<string, PingField>> = pingFields;
  return column !== 'type' && fields[column]?.rule !== undefined;
}

/** The columns filled by the sender, in an object that already has all others: overwriting is faster than adding. */
function sentBy(ping: Ping): Pick<Ping, SentColumn> {
  const row: Pick<Ping, SentColumn> = { ...emptyRow };
  for (const column of sentColumns) copy(ping, row, column);
  return row;
}

function copy<Row, Column extends keyof Row>(from: Pick<Row, Column>, to: Row, column: Column): void {
  to[column] = from[column];
}

/** The stored part of an address. */
export function storedIp(ip: string, storage: IpStorage): string {
  if (storage === 'none' || ip === '') return '';
  return storage === 'truncated' ? truncatedAddress(ip) : ip;
}
