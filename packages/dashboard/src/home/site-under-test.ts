import type { Listed } from './site-orders.ts';

/** A site without visits, with changes for a test. */
export function listed(site_id: string, own: Partial<Listed['site']>, now: Partial<Listed> = {}): Listed {
  const settings = { site_id, name: null, group: null, timezone: null };
  const visits = { pageviews: 0, unique_visitors: 0, sessions: 0, change: null };
  const site = { ...settings, ...visits, last_ping_at: null, sparkline: [], ...own };
  return { site, name: site_id, online: 0, silentMs: undefined, ...now };
}
