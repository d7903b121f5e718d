import type { Columns } from '../../format.ts';

const named = { source: true, medium: true, campaign_name: true } as const;

/** What is read of a row of GA4's table events_YYYYMMDD; the rest is named in the account of the import. */
export const columns: Columns = {
  event_timestamp: true,
  event_name: true,
  event_params: true,
  event_value_in_usd: true,
  event_bundle_sequence_id: true,
  batch_event_index: true,
  batch_ordering_id: true,
  batch_page_id: true,
  user_pseudo_id: true,
  stream_id: true,
  device: {
    category: true,
    operating_system: true,
    operating_system_version: true,
    language: true,
    web_info: { browser: true, browser_version: true, hostname: true },
  },
  geo: { country: true, region: true, city: true },
  traffic_source: { source: true, medium: true, name: true },
  collected_traffic_source: {
    manual_source: true,
    manual_medium: true,
    manual_campaign_name: true,
    manual_term: true,
    manual_content: true,
    gclid: true,
    dclid: true,
  },
  session_traffic_source_last_click: {
    cross_channel_campaign: named,
    manual_campaign: { ...named, term: true, content: true },
    google_ads_campaign: { campaign_name: true },
  },
  ecommerce: {
    purchase_revenue: true,
    purchase_revenue_in_usd: true,
    refund_value: true,
    refund_value_in_usd: true,
  },
};
