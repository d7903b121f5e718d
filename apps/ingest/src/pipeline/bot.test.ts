import { arrived } from './arrival-under-test.ts';
import { dropBots } from './bot.ts';
import { drop } from './outcome.ts';

const dropBot = dropBots();
const dropFromCloud = dropBots((ip) => ip === cloud);
const cloud = '203.0.113.1';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const phone = (name: string, tail = blink) => `Mozilla/5.0 (Linux; Android 7.0; ${name}) ${tail}`;
const isDropped = (userAgent: string, entry: object = { page_path: '/' }, pixel = false) =>
  dropBot({ ...arrived(entry, { userAgent, pixel }), ip: '' }).kind === 'drop';

const bots = ['M bot 60 Build/NRD90M', 'B BOT 550', 'M BOT 51', 'CUBOT X18 Build/O11019', 'Robot 5'];
const others = ['Spider X; wv', 'Crawler S1 Build/A1; wv', 'Scanner 5', 'Monitor', 'Google Pixel 6', 'K'];
test.each([...bots, ...others, 'de-de; M bot 60 Build/NRD90M'])('a phone called %s is somebody', (name) => {
  expect(isDropped(phone(name))).toBe(false);
  expect(isDropped(`Dalvik/2.1.0 (Linux; U; Android 7.0; ${name})`)).toBe(false);
});

const crawlers = ['Googlebot', 'SomeBot/1.0', 'AhrefsBot Build/1', 'Baiduspider', 'Sogou web spider, http'];
const asPhone =
  'AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
test.each([
  phone('Nexus 5X Build/MMB29P', asPhone),
  ...[...crawlers, 'compatible; bingbot/2.0', 'YandexMobileBot'].map((name) => phone(name)),
  phone('M bot 60', 'AppleWebKit/537.36 (compatible; AdsBot-Google-Mobile)'),
  phone('M bot 60; Googlebot'),
  ...['M bot 60', '', 'curl/8.5.0', 'Mozilla/5.0 (compatible; GPTBot/1.2)', googlebot],
])('%s is a bot', (userAgent) => {
  expect(isDropped(userAgent)).toBe(true);
});

test.each<[string, string, string | undefined, unknown, boolean?]>([
  ['a sender with the key is judged by the user agent that it gives', 'curl/8.5.0', firefox, firefox],
  ['and dropped by it', firefox, googlebot, drop('bot')],
  ['one that gives none is not judged, and nothing is known of the browser', 'curl/8.5.0', undefined, ''],
  ['only the first 512 characters are read', firefox.padEnd(2000), undefined, firefox.padEnd(512), false],
])('%s', (_, userAgent, user_agent, expected, keyed = true) => {
  const outcome = dropBot({ ...arrived({ page_path: '/', user_agent }, { userAgent, keyed }), ip: '' });
  expect(outcome.kind === 'ok' ? outcome.value.userAgent : outcome).toEqual(expected);
});

test.each([
  ['a browser in a data centre is dropped', {}, {}, 'drop'],
  ['so is an event of it', { type: 'event', event: 'Bought' }, {}, 'drop'],
  ['a sender with the key may be there', {}, { keyed: true }, 'ok'],
  ['its visitor is dropped', { ip: cloud }, { keyed: true }, 'drop'],
  ['its event is not', { ip: cloud, type: 'event', event: 'Bought' }, { keyed: true }, 'ok'],
])('%s, when data centres are', (_, said, by, kind) => {
  const sent = arrived({ page_path: '/', ...said }, { userAgent: firefox, address: cloud, ...by });
  const ping = { ...sent, ip: cloud };
  expect([dropFromCloud(ping).kind, dropBot(ping).kind]).toEqual([kind, 'ok']);
});

const opened = { type: 'event', event: 'Opened' };
const programs = ['Airmail/5', 'eM Client/9', 'QQMail/1', 'Evolution/3.46', 'MailMate/1.14'];
const ofVendors = ['Microsoft Outlook 16.0', 'Outlook-Android/2.0', 'Microsoft-MacOutlook/16.78'];
test.each([
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'SeznamEmailProxy/2.0.199; +https://napoveda.seznam.cz/',
  'Mozilla/5.0 (compatible; MailRuImageProxy/1.0)',
  'Mozilla/5.0 (compatible; YandexImageResizer/2.0; +http://yandex.com/bots)',
  ...[
    'Mozilla/5.0',
    'Apple Mail (2.3774)',
    'ProtonMail image proxy',
    'YahooMobileMail/1.0 (Android Mail; 6.0)',
  ],
  ...[...programs, ...ofVendors],
])('an event of the pixel from %s counts, a page view does not', (userAgent) => {
  expect(isDropped(userAgent, opened, true)).toBe(false);
  expect(isDropped(userAgent, { page_path: '/' }, true)).toBe(true);
  expect(isDropped(userAgent, opened)).toBe(true);
});

const alike = ['', 'Googlebot-Image/1.0', 'curl/8.0', 'ImageProxyBot/1.0', 'Mail.RU_Bot/2.0', 'EmailSiphon'];
test.each(alike)('an event of the pixel from %s is dropped', (userAgent) => {
  expect(isDropped(userAgent, opened, true)).toBe(true);
});
