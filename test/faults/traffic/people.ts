/** Devices and sources of visitors, with the expected values in the reports. */

export const devices = [
  {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    says: {
      browser: 'Firefox',
      browser_version: '144.0',
      os: 'Linux',
      os_version: '',
      device_type: 'desktop',
    },
  },
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    says: {
      browser: 'Chrome',
      browser_version: '142.0',
      os: 'Windows',
      os_version: '10',
      device_type: 'desktop',
    },
  },
  {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    says: {
      browser: 'Mobile Safari',
      browser_version: '18.6',
      os: 'iOS',
      os_version: '18.6',
      device_type: 'mobile',
    },
  },
] as const;

export const botUserAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const untagged = { utm_source: '', utm_medium: '', utm_campaign: '' };

export const origins = [
  { sent: { referrer: '', ...untagged }, says: { source: 'Direct', medium: 'none' } },
  {
    sent: { referrer: 'https://www.google.com/', ...untagged },
    says: { source: 'Google', medium: 'organic' },
  },
  {
    sent: { referrer: 'https://news.ycombinator.com/item', ...untagged },
    says: { source: 'Hacker News', medium: 'social' },
  },
  {
    sent: { referrer: 'https://partner.example/page', ...untagged },
    says: { source: 'partner.example', medium: 'referral' },
  },
  {
    sent: { referrer: '', utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'november' },
    says: { source: 'newsletter', medium: 'email' },
  },
] as const;

/** Pages of every site. */
export const pages = [
  { path: '/', title: 'Home', words: 120 },
  { path: '/blog/first', title: 'The first', words: 900 },
  { path: '/blog/second', title: 'The second, "quoted"', words: 1400 },
  { path: '/pricing', title: 'Pricing', words: 0 },
  { path: '/about us', title: '', words: 60 },
] as const;

export const addresses = ['198.51.100.7', '203.0.113.80', '2001:db8::7'] as const;
