import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, ping, visit } from './present.ts';

const ada = uuid7(hoursAgo(60));
const [google, direct, chat] = [visit(hoursAgo(50), ada), visit(hoursAgo(40), ada), visit(hoursAgo(30))];
const campaign = { utm_campaign: 'Spring Sale', utm_term: 'term one', utm_content: 'content one' };
const place = { country: 'NL', region: 'Noord-Holland', city: 'Amsterdam', language: 'nl-NL' };
const device = { browser: 'Firefox', browser_version: '144.0', os: 'Windows', os_version: '11' };
const origin = { source: 'Google', medium: 'organic', utm_source: 'google', utm_medium: 'cpc' };
const more = { device_type: 'desktop', screen: 'xl', hostname: 'www.example.org' };
/** The properties of the first session, whose values no other has. */
export const named = { ...campaign, ...place, ...device, ...origin, ...more };

/** Two sessions of one visitor and one of another; every dimension distinguishes them. */
export const threeSessions = [
  ping(hoursAgo(50), google, { ...named, page_path: '/a', referrer: 'https://google.example/' }),
  // The ping of a later page has its own properties, which do not count.
  ping(hoursAgo(49), google, { page_path: '/b', referrer: 'https://blog.example/a', source: 'Direct' }),
  ping(hoursAgo(40), direct, { page_path: '/b', source: '', medium: '' }),
  ping(hoursAgo(39), direct, { page_path: '/c', referrer: 'https://blog.example/b' }),
  ping(hoursAgo(30), chat, { page_path: '/c', source: 'ChatGPT', medium: 'ai', city: 'ÅRHUS', os: 'iOS' }),
];
