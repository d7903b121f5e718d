import { arrived } from './arrival-under-test.ts';
import { dropBots } from './bot.ts';

const dropBot = dropBots();
const phone = (
  name: string,
  tail = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
) => `Mozilla/5.0 (Linux; Android 7.0; ${name}) ${tail}`;
const isDropped = (userAgent: string, entry: object = { page_path: '/' }, pixel = false) =>
  dropBot(arrived(entry, { userAgent, pixel })).kind === 'drop';

test.each([
  ...[
    'M bot 60 Build/NRD90M',
    'B BOT 550',
    'M BOT 51',
    'CUBOT X18 Build/O11019',
    'Spider X; wv',
    'Robot 5',
    'Crawler S1 Build/A1; wv',
  ],
  ...['de-de; M bot 60 Build/NRD90M', 'Scanner 5', 'Monitor', 'Google Pixel 6', 'K'],
])('a phone called %s is somebody', (name) => {
  expect(isDropped(phone(name))).toBe(false);
  expect(isDropped(`Dalvik/2.1.0 (Linux; U; Android 7.0; ${name})`)).toBe(false);
});

test.each([
  phone(
    'Nexus 5X Build/MMB29P',
    'AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ),
  ...[
    'Googlebot',
    'SomeBot/1.0',
    'AhrefsBot Build/1',
    'Baiduspider',
    'Sogou web spider, http',
    'compatible; bingbot/2.0',
    'YandexMobileBot',
  ].map((name) => phone(name)),
  phone('M bot 60', 'AppleWebKit/537.36 (compatible; AdsBot-Google-Mobile)'),
  phone('M bot 60; Googlebot'),
  'M bot 60',
])('%s is a bot', (userAgent) => {
  expect(isDropped(userAgent)).toBe(true);
});

const opened = { type: 'event', event: 'Opened' };
test.each([
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Mozilla/5.0',
  'SeznamEmailProxy/2.0.199; +https://napoveda.seznam.cz/',
  'Mozilla/5.0 (compatible; MailRuImageProxy/1.0)',
  'ProtonMail image proxy',
  'Microsoft Outlook 16.0',
  'Outlook-Android/2.0',
])('an event of the pixel from %s counts, a page view does not', (userAgent) => {
  expect(isDropped(userAgent, opened, true)).toBe(false);
  expect(isDropped(userAgent, { page_path: '/' }, true)).toBe(true);
  expect(isDropped(userAgent, opened)).toBe(true);
});

test.each(['', 'Googlebot-Image/1.0', 'curl/8.0', 'ImageProxyBot/1.0', 'Mail.RU_Bot/2.0'])(
  'an event of the pixel from %s is dropped',
  (userAgent) => {
    expect(isDropped(userAgent, opened, true)).toBe(true);
  },
);
