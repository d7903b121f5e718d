/**
 * The section of /docs about each panel, by its area in the grid, and about sending requests of pages. A test looks for each of them on
 * that page.
 */
export const sections: Readonly<Record<string, string>> = {
  answer: 'query',
  audience: 'breakdown',
  'before-page': 'pages_encoded_page_path_engagement',
  builder: 'funnel',
  crawls: 'send_crawls',
  devices: 'devices',
  events: 'events',
  flow: 'pages_encoded_page_path_engagement',
  happening: 'realtime',
  headlines: 'overview',
  hours: 'pageviews_over_time',
  journeys: 'journeys',
  pages: 'pages',
  places: 'geo',
  reached: 'pages_encoded_page_path_engagement',
  reading: 'pages_encoded_page_path_engagement',
  realtime: 'realtime',
  received: 'pings',
  result: 'funnel',
  retention: 'retention',
  scroll: 'pages_encoded_page_path_engagement',
  sites: 'sites',
  sources: 'sources',
  split: 'funnel',
  vitals: 'vitals',
};
