import { browsers } from './access-log.ts';

/** Files of each format, made after its documentation, and what they hold. */

const json = (lines: readonly object[]) => `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
const table = (rows: readonly (readonly string[])[], delimiter = ',') =>
  `${rows.map((row) => row.join(delimiter)).join('\n')}\n`;

const nginx = (time: string, remote_addr: string, request_uri: string, more: object = {}) => ({
  time_iso8601: time,
  remote_addr,
  request_method: 'GET',
  request_uri,
  status: 200,
  host: 'a.example',
  http_referer: '',
  http_user_agent: browsers.firefox,
  sent_http_content_type: 'text/html; charset=utf-8',
  ...more,
});

const caddy = (ts: number, remote_ip: string, uri: string, type = 'text/html; charset=utf-8') => ({
  level: 'info',
  ts,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: {
    remote_ip,
    remote_port: '41342',
    client_ip: remote_ip,
    proto: 'HTTP/2.0',
    method: 'GET',
    host: 'a.example',
    uri,
    headers: {
      'User-Agent': [browsers.safari],
      'Accept-Language': ['de-AT,de;q=0.9'],
      Referer: ['https://duckduckgo.com/'],
    },
  },
  bytes_read: 0,
  user_id: '',
  duration: 0.0012,
  size: 5123,
  status: 200,
  resp_headers: { 'Content-Type': [type] },
});

const agent = encodeURIComponent(browsers.chrome);
const cloudfrontFields =
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header';
const cloudfront = (time: string, ip: string, path: string, query: string, id: string) =>
  `2026-03-10\t${time}\tFRA50-C1\t5123\t${ip}\tGET\td111.cloudfront.net\t${path}\t200\t-\t${agent}\t${query}\t-\tHit\t${id}\ta.example`;

const goatcounter = [
  [
    '2Path',
    'Title',
    'Event',
    'UserAgent',
    'Browser',
    'System',
    'Session',
    'Bot',
    'Referrer',
    'Referrer scheme',
    'Screen size',
    'Location',
    'FirstVisit',
    'Date',
  ],
  [
    '/',
    'Home',
    'false',
    '',
    'Firefox 144.0',
    'Linux',
    '3x1',
    '0',
    'Hacker News',
    'g',
    '"1920,1080,1"',
    'US-TX',
    'true',
    '2026-03-10T12:00:00Z',
  ],
  [
    '/about',
    '"About ""us"", and more"',
    'false',
    '',
    'Firefox 144.0',
    'Linux',
    '3x1',
    '0',
    '',
    '',
    '"1920,1080,1"',
    'US-TX',
    'false',
    '2026-03-10T12:01:00Z',
  ],
  [
    'signup',
    '',
    'true',
    '',
    'Firefox 144.0',
    'Linux',
    '3x1',
    '0',
    '',
    '',
    '',
    'US',
    'false',
    '2026-03-10T12:02:00Z',
  ],
  [
    '/',
    'Home',
    'false',
    '',
    'Safari 18.5',
    'iOS 18.5',
    '4y2',
    '0',
    'a.example.org/x',
    'h',
    '"390,844,3"',
    'DE',
    'true',
    '2026-03-10T12:03:00Z',
  ],
  ['/', 'Home', 'false', '', '', '', '5z3', '150', '', '', '', '', 'true', '2026-03-10T12:04:00Z'],
];

const site = '0d1e6c2a-0000-4000-8000-000000000001';
const umamiEvents = [
  [
    'event_id',
    'website_id',
    'session_id',
    'visit_id',
    'created_at',
    'url_path',
    'url_query',
    'referrer_path',
    'referrer_query',
    'referrer_domain',
    'page_title',
    'event_type',
    'event_name',
    'hostname',
  ],
  [
    'e1',
    site,
    's1',
    'v1',
    '2026-03-10 12:00:00.123+00',
    '/',
    'utm_source=news',
    '/search',
    '',
    'bing.com',
    'Home',
    '1',
    '',
    'a.example',
  ],
  ['e2', site, 's1', 'v1', '2026-03-10 12:01:00+00', '/b', '', '', '', '', 'B', '1', '', 'a.example'],
  ['e3', site, 's1', 'v1', '2026-03-10 12:01:30+00', '/b', '', '', '', '', '', '2', 'Signup', 'a.example'],
  ['e4', site, 's1', 'v2', '2026-03-10 15:00:00+00', '/', '', '', '', '', 'Home', '1', '', 'a.example'],
  ['e5', site, 's2', 'v3', '2026-03-10 15:01:00+00', '/', '', '', '', '', 'Home', '1', '', 'a.example'],
];
const umamiSessions = [
  [
    'session_id',
    'website_id',
    'browser',
    'os',
    'device',
    'screen',
    'language',
    'country',
    'region',
    'city',
    'created_at',
  ],
  [
    's1',
    site,
    'firefox',
    'Linux',
    'desktop',
    '1920x1080',
    'en-GB',
    'GB',
    'GB-ENG',
    'Leeds',
    '2026-03-10 12:00:00+00',
  ],
  ['s2', site, 'ios', 'iOS', 'mobile', '390x844', 'de', 'DE', 'DE-BE', 'Berlin', '2026-03-10 15:01:00+00'],
];

const plausibleColumns =
  'timestamp,name,site_id,user_id,session_id,hostname,pathname,referrer,referrer_source,country_code,screen_size,operating_system,operating_system_version,browser,browser_version,meta.key,meta.value,scroll_depth,engagement_time,revenue_source_amount,revenue_source_currency';
const plausible = (cells: string) => `${cells},DE,Desktop,Mac,10.15,Chrome,142.0`;
export const plausibleCsv = `${plausibleColumns}
${plausible('2026-03-10 12:00:00,pageview,7,11,101,a.example,/,google.com,Google')},[],[],255,0,,
${plausible('2026-03-10 12:00:40,engagement,7,11,101,a.example,/,google.com,Google')},[],[],60,30000,,
${plausible('2026-03-10 12:01:10,engagement,7,11,101,a.example,/,google.com,Google')},[],[],80,10000,,
${plausible('2026-03-10 12:01:20,pageview,7,11,101,a.example,/buy,google.com,Google')},[],[],255,0,,
${plausible('2026-03-10 12:02:00,Purchase,7,11,101,a.example,/buy,google.com,Google')},"['plan','size']","['pro','x']",255,0,19.5,EUR
${plausible('2026-03-10 12:05:00,pageview,7,12,102,a.example,/,,Direct / None')},[],[],255,0,,
`;

const matomoActions = [
  [
    'idlink_va',
    'idsite',
    'idvisitor',
    'idvisit',
    'server_time',
    'idaction_url',
    'idaction_name',
    'idaction_event_category',
    'idaction_event_action',
    'custom_float',
    'time_spent',
  ],
  ['1', '1', '0A1B2C3D4E5F6071', '501', '2026-03-10 12:00:00', '10', '20', 'NULL', 'NULL', 'NULL', '60'],
  ['2', '1', '0A1B2C3D4E5F6071', '501', '2026-03-10 12:01:00', '11', '21', 'NULL', 'NULL', 'NULL', '0'],
  ['3', '1', '0A1B2C3D4E5F6071', '501', '2026-03-10 12:01:30', '11', '32', '30', '31', '4', '0'],
  ['4', '1', '0A1B2C3D4E5F6071', '501', '2026-03-10 12:02:00', '40', 'NULL', 'NULL', 'NULL', 'NULL', '0'],
  ['5', '1', '0A1B2C3D4E5F6071', '502', '2026-03-12 09:00:00', '10', '20', 'NULL', 'NULL', 'NULL', '0'],
  ['6', '1', 'FF1B2C3D4E5F6071', '503', '2026-03-12 10:00:00', '10', '20', 'NULL', 'NULL', 'NULL', '0'],
];
const visitColumns =
  'idvisit,idsite,idvisitor,visit_first_action_time,location_ip,location_country,location_city,location_browser_lang,referer_type,referer_name,referer_url,referer_keyword,config_browser_name,config_browser_version,config_os,config_os_version,config_device_type,config_resolution';
const matomoVisits = `${visitColumns}
501,1,0A1B2C3D4E5F6071,2026-03-10 12:00:00,C0000201,de,Bonn,de-de,2,Google,https://www.google.com/,,FF,144.0,LIN,,0,1920x1080
502,1,0A1B2C3D4E5F6071,2026-03-12 09:00:00,C0000201,de,Bonn,de-de,1,,,,FF,144.0,LIN,,0,1920x1080
503,1,FF1B2C3D4E5F6071,2026-03-12 10:00:00,C0000202,fr,Lyon,fr,1,,,,MF,18.5,IOS,18.5,1,390x844
`;
const matomoNames = `idaction,name,type,url_prefix
10,a.example/,1,2
11,a.example/buy,1,2
20,Home,4,NULL
21,Buy,4,NULL
30,Shop,10,NULL
31,Add to cart,11,NULL
32,Mug,12,NULL
40,b.example/,2,2
`;

export interface Sample {
  format: string;
  files: Record<string, string>;
  overview: { pageviews: number; sessions: number; unique_visitors: number };
  /** Parts of other reports. */
  reports: Record<string, unknown>;
}

const sources = (...rows: [source: string, medium: string, visits: number][]) =>
  rows.map(([source, medium, visits]) => expect.objectContaining({ source, medium, visits }));

export const samples: Sample[] = [
  {
    format: 'nginx-json',
    files: {
      'nginx.log': json([
        nginx('2026-03-10T12:00:00+01:00', '192.0.2.1', '/?utm_source=news', {
          http_referer: 'https://www.google.com/',
        }),
        nginx('2026-03-10T12:00:01+01:00', '192.0.2.1', '/api/items', {
          sent_http_content_type: 'application/json',
        }),
        nginx('2026-03-10T12:05:00+01:00', '192.0.2.1', '/b', { http_referer: 'https://a.example/' }),
        nginx('2026-03-10T12:06:00+01:00', '192.0.2.2', '/b'),
      ]),
    },
    overview: { pageviews: 3, sessions: 2, unique_visitors: 2 },
    reports: { sources: sources(['Direct', 'none', 1], ['news', 'organic', 1]) },
  },
  {
    format: 'caddy-json',
    files: {
      'caddy.log': json([
        caddy(1773140400.25, '192.0.2.1', '/'),
        caddy(1773140400.5, '192.0.2.1', '/app', 'text/javascript'),
        { level: 'info', ts: 1773140401, logger: 'tls', msg: 'certificate obtained' },
        caddy(1773144000, '192.0.2.1', '/b'),
      ]),
    },
    overview: { pageviews: 2, sessions: 2, unique_visitors: 1 },
    reports: { sources: sources(['DuckDuckGo', 'organic', 2]) },
  },
  {
    format: 'cloudfront',
    files: {
      'E1.2026-03-10-12.log': `#Version: 1.0\n${cloudfrontFields}\n${[
        cloudfront('12:00:00', '192.0.2.1', '/', 'utm_campaign=spring', 'id-1'),
        cloudfront('12:00:01', '192.0.2.1', '/logo.png', '-', 'id-2'),
        cloudfront('12:03:00', '192.0.2.1', '/a%20b', '-', 'id-3'),
      ].join('\n')}\n`,
    },
    overview: { pageviews: 2, sessions: 1, unique_visitors: 1 },
    reports: {
      pages: [expect.objectContaining({ page_path: '/' }), expect.objectContaining({ page_path: '/a b' })],
      devices: expect.objectContaining({
        browsers: [expect.objectContaining({ browser: 'Chrome', visits: 1 })],
      }),
    },
  },
  {
    format: 'goatcounter',
    files: { 'goatcounter.csv': table(goatcounter) },
    overview: { pageviews: 3, sessions: 2, unique_visitors: 2 },
    reports: {
      sources: sources(['Hacker News', 'social', 1], ['example.org', 'referral', 1]),
      events: [expect.objectContaining({ event: 'signup', events: 1, sessions: 1 })],
      geo: expect.objectContaining({
        countries: [
          { country: 'DE', visits: 1 },
          { country: 'US', visits: 1 },
        ],
      }),
    },
  },
  {
    format: 'umami',
    files: { 'session.csv': table(umamiSessions), 'website_event.csv': table(umamiEvents) },
    overview: { pageviews: 4, sessions: 3, unique_visitors: 2 },
    reports: {
      events: [expect.objectContaining({ event: 'Signup', events: 1, sessions: 1 })],
      geo: expect.objectContaining({
        countries: [
          { country: 'GB', visits: 2 },
          { country: 'DE', visits: 1 },
        ],
      }),
    },
  },
  {
    format: 'plausible',
    files: { 'events_v2.csv': plausibleCsv },
    overview: { pageviews: 3, sessions: 2, unique_visitors: 2 },
    reports: {
      sources: sources(['Direct', 'none', 1], ['Google', 'organic', 1]),
      // The page view whose engagements Plausible sent, 40 seconds and 80 %, and the other visit's.
      pages: [
        expect.objectContaining({
          page_path: '/',
          views: 2,
          avg_focus_time_ms: 20_000,
          avg_scroll_depth: 40,
        }),
        expect.objectContaining({ page_path: '/buy', views: 1 }),
      ],
      events: [
        expect.objectContaining({
          event: 'Purchase',
          events: 1,
          revenue: [{ currency: 'EUR', amount: '19.5' }],
        }),
      ],
    },
  },
  {
    format: 'matomo',
    files: {
      'log_action.csv': matomoNames,
      'log_visit.csv': matomoVisits,
      // As mysql --batch writes it.
      'log_link_visit_action.tsv': table(matomoActions, '\t'),
    },
    overview: { pageviews: 4, sessions: 3, unique_visitors: 2 },
    reports: {
      sources: sources(['Direct', 'none', 2], ['Google', 'organic', 1]),
      pages: [
        expect.objectContaining({ page_path: '/', page_title: 'Home', views: 3, avg_focus_time_ms: 20_000 }),
        expect.objectContaining({ page_path: '/buy', page_title: 'Buy', views: 1 }),
      ],
      events: [
        expect.objectContaining({ event: 'Add to cart', events: 1 }),
        expect.objectContaining({ event: 'Outbound link', events: 1 }),
      ],
    },
  },
];
