import type { PingRow } from '@tallyhouse/ping';
import type { DropReason } from './outcome.ts';
import type { Validated } from './validate.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The row of a dropped ping, for the account of what was received: that there was one, when, for which site and why it
 * was dropped. Nothing of its visitor, its page or its sender is kept.
 */
export function toDroppedRow(pingId: (receivedAt: number) => string) {
  return function droppedRow({ ping, sender }: Validated, reason: DropReason): PingRow {
    return {
      ping_id: pingId(sender.receivedAt),
      site_id: ping.site_id,
      type: ping.type,
      pinged_at: ping.pinged_at,
      received_at: sender.receivedAt,
      visitor_id: nobody,
      session_id: nobody,
      pageview_id: nobody,
      hostname: '',
      page_path: '',
      page_title: '',
      referrer: '',
      source: '',
      medium: '',
      utm_source: '',
      utm_medium: '',
      utm_campaign: '',
      utm_term: '',
      utm_content: '',
      focus_time_ms: 0,
      scroll_depth: 0,
      word_count: 0,
      ip: '',
      country: '',
      region: '',
      city: '',
      latitude: null,
      longitude: null,
      browser: '',
      browser_version: '',
      os: '',
      os_version: '',
      device_type: '',
      drop_reason: reason,
    };
  };
}
