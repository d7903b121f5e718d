import { browsers } from '../../import/access-log.ts';

/** Devices and sources of visitors, with the expected values in the reports. */

type Versioned = [name: string, version: string];
const device = (
  userAgent: string,
  device_type: string,
  [browser, browser_version]: Versioned,
  [os, os_version]: Versioned,
) => ({ userAgent, says: { browser, browser_version, os, os_version, device_type } });

export const devices = [
  device(browsers.firefox, 'desktop', ['Firefox', '144.0'], ['Linux', '']),
  device(browsers.chrome, 'desktop', ['Chrome', '142.0'], ['Windows', '10']),
  device(browsers.safari, 'mobile', ['Mobile Safari', '18.5'], ['iOS', '18.5']),
] as const;

/** A page that leads to the site, and what is made of it. */
export const origin = (
  source: string,
  medium: string,
  referrer: string,
  utm = { utm_source: '', utm_medium: '', utm_campaign: '' },
) => ({ sent: { referrer, ...utm }, says: { source, medium } });

const campaign = { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'november' };
export const origins = [
  origin('Direct', 'none', ''),
  origin('Google', 'organic', 'https://www.google.com/'),
  origin('Hacker News', 'social', 'https://news.ycombinator.com/item'),
  origin('partner.example', 'referral', 'https://partner.example/page'),
  origin('newsletter', 'email', '', campaign),
];

/** Pages of every site. */
export const pages = [
  { path: '/', title: 'Home', words: 120 },
  { path: '/blog/first', title: 'The first', words: 900 },
  { path: '/blog/second', title: 'The second, "quoted"', words: 1400 },
  { path: '/pricing', title: 'Pricing', words: 0 },
  { path: '/about us', title: '', words: 60 },
] as const;

export const addresses = ['198.51.100.7', '203.0.113.80', '2001:db8::7'] as const;
