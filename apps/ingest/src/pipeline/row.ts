import type { PingRow } from '@tallyhouse/ping';
import { truncatedAddress } from '@tallyhouse/service';
import type { Place } from './geoip.ts';
import type { Ids } from './identity/identity.ts';
import { type Outcome, ok } from './outcome.ts';
import type { Device } from './user-agent.ts';
import type { Validated } from './validate.ts';

/** What is kept of an address: all of it, its network (/24, /48), or nothing. Place and ids saw the whole one. */
export type IpStorage = 'full' | 'truncated' | 'none';

interface Enriched extends Validated {
  ip: string;
  place: Place;
  device: Device;
  source: string;
  medium: string;
  ids: Ids;
}

/** The finished row of an accepted ping. */
export function toRow(ipStorage: IpStorage, pingId: (receivedAt: number) => string) {
  return function row({ ping, sender, ip, place, device, source, medium, ids }: Enriched): Outcome<PingRow> {
    return ok({
      ping_id: pingId(sender.receivedAt),
      site_id: ping.site_id,
      type: ping.type,
      pinged_at: ping.pinged_at,
      received_at: sender.receivedAt,
      visitor_id: ids.visitor_id,
      session_id: ids.session_id,
      pageview_id: ids.pageview_id,
      hostname: ping.hostname,
      page_path: ping.page_path,
      page_title: ping.page_title,
      referrer: ping.referrer,
      source,
      medium,
      utm_source: ping.utm_source,
      utm_medium: ping.utm_medium,
      utm_campaign: ping.utm_campaign,
      utm_term: ping.utm_term,
      utm_content: ping.utm_content,
      focus_time_ms: ping.focus_time_ms,
      scroll_depth: ping.scroll_depth,
      word_count: ping.word_count,
      ip: storedIp(ip, ipStorage),
      country: place.country,
      region: place.region,
      city: place.city,
      latitude: place.latitude,
      longitude: place.longitude,
      browser: device.browser,
      browser_version: device.browser_version,
      os: device.os,
      os_version: device.os_version,
      device_type: device.device_type,
      drop_reason: '',
    });
  };
}

function storedIp(ip: string, storage: IpStorage): string {
  if (storage === 'none' || ip === '') return '';
  return storage === 'truncated' ? truncatedAddress(ip) : ip;
}
