import { hoursAgo, minutesAgo, visit } from '../api/query-service.ts';
import { uuid7 } from '../harness/uuid7.ts';

const [ada, ben, eve] = [visit(hoursAgo(30)), visit(hoursAgo(26)), visit(minutesAgo(180))];
const google = {
  source: 'Google',
  medium: 'organic',
  country: 'NL',
  region: 'Noord-Holland',
  city: 'Amsterdam',
};
const firefox = { browser: 'Firefox', os: 'Linux', device_type: 'desktop' };
const guide = { page_path: '/guide', page_title: 'The guide', word_count: 460 };
const home = { page_path: '/', page_title: 'Home' };

/** A pageview, with its results. */
function viewed(at: number, focus_time_ms: number, scroll_depth: number) {
  const pageview_id = uuid7(at);
  return { pinged_at: at, pageview_id, focus_time_ms, scroll_depth };
}

/** Three visits of this week and one of the week before to `blog`, and one to `shop`. */
export const traffic = [
  { ...ada, ...google, ...firefox, ...home, ...viewed(hoursAgo(30), 10_000, 100) },
  { ...ada, ...google, ...firefox, ...guide, ...viewed(hoursAgo(29.9), 120_000, 95) },
  {
    ...ben,
    ...guide,
    ...viewed(hoursAgo(26), 20_000, 35),
    country: 'US',
    browser: 'Mobile Safari',
    os: 'iOS',
    device_type: 'mobile',
  },
  {
    ...eve,
    ...guide,
    ...viewed(minutesAgo(180), 40_000, 60),
    source: 'newsletter',
    medium: 'email',
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'spring',
    country: 'NL',
    browser: 'Firefox',
    os: 'Linux',
    device_type: 'desktop',
  },
  { ...eve, ...home, ...viewed(minutesAgo(178), 5000, 100) },
  { ...visit(hoursAgo(192)), ...home, ...viewed(hoursAgo(192), 1000, 50) },
  { site_id: 'shop', ...visit(hoursAgo(3)), page_path: '/till', pinged_at: hoursAgo(3) },
];
