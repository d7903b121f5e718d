import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, visit } from './query-service.ts';

const ada = uuid7(hoursAgo(60));
const [google, direct, chat] = [visit(hoursAgo(50), ada), visit(hoursAgo(40), ada), visit(hoursAgo(30))];
/** Two sessions of one visitor and one of another; every dimension distinguishes them. */
export const threeSessions = [
  {
    ...google,
    pinged_at: hoursAgo(50),
    page_path: '/a',
    hostname: 'www.example.org',
    referrer: 'https://google.example/',
    source: 'Google',
    medium: 'organic',
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'Spring Sale',
    utm_term: 'term one',
    utm_content: 'content one',
    country: 'NL',
    region: 'Noord-Holland',
    city: 'Amsterdam',
    browser: 'Firefox',
    browser_version: '144.0',
    os: 'Windows',
    os_version: '11',
    device_type: 'desktop',
    language: 'nl-NL',
    screen: 'xl',
  },
  // The ping of a later page has its own properties, which do not count.
  {
    ...google,
    pinged_at: hoursAgo(49),
    page_path: '/b',
    referrer: 'https://blog.example/a',
    source: 'Direct',
  },
  { ...direct, pinged_at: hoursAgo(40), page_path: '/b', source: '', medium: '' },
  { ...direct, pinged_at: hoursAgo(39), page_path: '/c', referrer: 'https://blog.example/b' },
  {
    ...chat,
    pinged_at: hoursAgo(30),
    page_path: '/c',
    source: 'ChatGPT',
    medium: 'ai',
    city: 'ÅRHUS',
    os: 'iOS',
  },
];
