import { chosenSessions } from '../chosen.ts';
import type { ResolvedRequest } from './report.ts';

/** A row for each session of a period. */
export function exportSessions({ site, range, filters }: ResolvedRequest) {
  return chosenSessions(site, range, filters).map(({ session_id, first, first_seen_at, last_seen_at }) => ({
    site_id: first.site_id,
    session_id,
    ip: first.ip,
    city: first.city,
    region: first.region,
    country: first.country,
    latitude: first.latitude,
    longitude: first.longitude,
    browser: first.browser,
    browser_version: first.browser_version,
    os: first.os,
    os_version: first.os_version,
    device_type: first.device_type,
    referrer_source: first.source,
    referrer_medium: first.medium,
    utm_source: first.utm_source,
    utm_medium: first.utm_medium,
    utm_campaign: first.utm_campaign,
    first_seen_at: new Date(first_seen_at).toISOString(),
    last_seen_at: new Date(last_seen_at).toISOString(),
    hostname: first.hostname,
    language: first.language,
    screen: first.screen,
  }));
}
