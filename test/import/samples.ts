/** The content of the files in samples/, which follow the documentation of each format; the TSV of Matomo is the output of mysql --batch. */

export interface Sample {
  /** The name of the folder with its files. */
  format: string;
  overview: { pageviews: number; sessions: number; unique_visitors: number };
  said?: string;
  /** Parts of other reports. */
  reports: Record<string, unknown>;
}

const has = (members: object): unknown => expect.objectContaining(members);
const sources = (...rows: [source: string, medium: string, visits: number][]) =>
  rows.map(([source, medium, visits]) => has({ source, medium, visits }));
const countries = (...rows: [country: string, visits: number][]) =>
  has({ countries: rows.map(([country, visits]) => ({ country, visits })) });

export const samples: Sample[] = [
  {
    format: 'nginx-json',
    overview: { pageviews: 3, sessions: 2, unique_visitors: 2 },
    reports: { sources: sources(['Direct', 'none', 1], ['news', 'organic', 1]) },
  },
  {
    format: 'caddy-json',
    overview: { pageviews: 2, sessions: 2, unique_visitors: 1 },
    reports: { sources: sources(['DuckDuckGo', 'organic', 2]) },
  },
  {
    format: 'cloudfront',
    overview: { pageviews: 2, sessions: 1, unique_visitors: 1 },
    reports: {
      pages: [has({ page_path: '/' }), has({ page_path: '/a b' })],
      devices: has({ browsers: [has({ browser: 'Chrome', visits: 1 })] }),
    },
  },
  {
    format: 'goatcounter',
    overview: { pageviews: 3, sessions: 2, unique_visitors: 2 },
    reports: {
      sources: sources(['Hacker News', 'social', 1], ['example.org', 'referral', 1]),
      events: [has({ event: 'signup', events: 1, sessions: 1 })],
      geo: countries(['DE', 1], ['US', 1]),
    },
  },
  {
    format: 'umami',
    overview: { pageviews: 4, sessions: 3, unique_visitors: 2 },
    said: '  Not used of test/import/samples/umami/session.csv: region, created_at\n',
    reports: {
      pages: [has({ page_path: '/', views: 3 }), has({ page_path: '/#/b', page_title: 'B', views: 1 })],
      sources: sources(['Direct', 'none', 2], ['news', 'organic', 1]),
      events: [has({ event: 'Signup', events: 1, sessions: 1 })],
      geo: countries(['GB', 2], ['DE', 1]),
    },
  },
  {
    format: 'plausible',
    overview: { pageviews: 3, sessions: 2, unique_visitors: 2 },
    reports: {
      sources: sources(['Direct', 'none', 1], ['Google', 'organic', 1]),
      // The page view whose engagements Plausible sent (40 seconds and 80 %), and the other visit's.
      pages: [
        has({ page_path: '/', views: 2, avg_focus_time_ms: 20_000, avg_scroll_depth: 40 }),
        has({ page_path: '/buy', views: 1 }),
      ],
      events: [has({ event: 'Purchase', events: 1, revenue: [{ currency: 'EUR', amount: '19.5' }] })],
    },
  },
  {
    format: 'matomo',
    overview: { pageviews: 4, sessions: 3, unique_visitors: 2 },
    reports: {
      sources: sources(['Direct', 'none', 2], ['Google', 'organic', 1]),
      pages: [
        has({ page_path: '/', page_title: 'Home', views: 3, avg_focus_time_ms: 20_000 }),
        has({ page_path: '/buy', page_title: 'Buy', views: 1 }),
      ],
      events: [has({ event: 'Add to cart', events: 1 }), has({ event: 'Outbound link', events: 1 })],
    },
  },
  {
    format: 'ga4',
    overview: { pageviews: 4, sessions: 3, unique_visitors: 3 },
    said:
      '  Not used of test/import/samples/ga4/events_20260310.jsonl: event_date, privacy_info, user_properties, ' +
      'user_first_touch_timestamp, device.mobile_brand_name, device.is_limited_ad_tracking, geo.continent, geo.sub_continent, ' +
      'geo.metro, platform, items, is_active_user, session_traffic_source_last_click.google_ads_campaign.customer_id, ' +
      'session_traffic_source_last_click.cross_channel_campaign.default_channel_group, ecommerce.transaction_id, ' +
      'ecommerce.total_item_quantity\n',
    reports: {
      sources: sources(['Direct', 'none', 1], ['Google', 'cpc', 1], ['newsletter', 'email', 1]),
      // The first row is an engagement of a page view in a later row: 8 s, then 4 s with 90 % scrolled.
      pages: [
        has({ page_path: '/', views: 2, avg_focus_time_ms: 6000, avg_scroll_depth: 45 }),
        has({ page_path: '/#/cart', page_title: 'Cart', views: 1, avg_focus_time_ms: 3000 }),
        has({ page_path: '/about', page_title: 'About', views: 1 }),
      ],
      events: [
        has({ event: 'add_to_cart', events: 1, revenue: [] }),
        has({ event: 'purchase', events: 1, revenue: [{ currency: 'EUR', amount: '49.9' }] }),
        has({ event: 'refund', events: 1, revenue: [{ currency: 'EUR', amount: '-10' }] }),
      ],
      geo: countries(['DE', 1], ['GB', 1], ['TR', 1]),
      devices: has({
        browsers: ['Chrome', 'Mobile Safari', 'WebKit'].map((browser) => has({ browser, visits: 1 })),
      }),
    },
  },
];
