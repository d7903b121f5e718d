import { emptyRow } from '@tallyhouse/ping';
import { hoursAgo, minutesAgo, visit } from '../api/present.ts';
import { uuid7 } from '../harness/uuid7.ts';

const google = {
  source: 'Google',
  medium: 'organic',
  country: 'NL',
  region: 'Noord-Holland',
  city: 'Amsterdam',
};
const firefox = { browser: 'Firefox', os: 'Linux', device_type: 'desktop' };
const phone = { browser: 'Mobile Safari', os: 'iOS', device_type: 'mobile' };
const letter = {
  source: 'newsletter',
  medium: 'email',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'spring',
};
const guide = { page_path: '/guide', page_title: 'The guide', word_count: 460 };
const home = { page_path: '/', page_title: 'Home' };

/** A pageview, with its results. */
function viewed(at: number, focus_time_ms: number, scroll_depth: number) {
  return { pinged_at: at, pageview_id: uuid7(at), focus_time_ms, scroll_depth };
}

/** Three visits of this week and one of the week before. */
export function trafficOf(site_id: string) {
  const [ada, ben, eve, old] = [hoursAgo(30), hoursAgo(26), minutesAgo(180), hoursAgo(192)].map((at) => ({
    site_id,
    ...visit(at),
  }));
  return [
    { ...ada, ...google, ...firefox, ...home, ...viewed(hoursAgo(30), 10_000, 100) },
    { ...ada, ...google, ...firefox, ...guide, ...viewed(hoursAgo(29.9), 120_000, 95) },
    { ...ben, ...phone, ...guide, ...viewed(hoursAgo(26), 20_000, 35), country: 'US' },
    { ...eve, ...letter, ...firefox, ...guide, ...viewed(minutesAgo(180), 40_000, 60), country: 'NL' },
    { ...eve, ...home, ...viewed(minutesAgo(178), 5000, 100) },
    { ...old, ...home, ...viewed(hoursAgo(192), 1000, 50) },
  ];
}

/** What the dashboard has that the test files share. An event of a year before is no visit: the blog is older than what it is compared with. */
export const traffic = [
  ...trafficOf('blog'),
  { site_id: 'blog', ...event(hoursAgo(365 * 24), 'Opened') },
  { site_id: 'shop', ...visit(hoursAgo(3)), page_path: '/till', pinged_at: hoursAgo(3) },
];

/** An event of a visit: no pageview. */
export function event(pinged_at: number, event: string, more: object = {}) {
  return { pinged_at, pageview_id: emptyRow.pageview_id, event, ...more };
}
