import fc from 'fast-check';
import { type Arrival, classifySource } from './classify.ts';
import clickIds from './click-ids.json';
import { isSpamReferrer } from './spam.ts';

/** A visitor lands on blog.example.com, with nothing else known but this. */
function arriving(known: Partial<Arrival>) {
  const nothing = { referrer: '', utm_source: '', utm_medium: '', query: undefined };
  return classifySource({ ...nothing, hostname: 'blog.example.com', ...known });
}

const query = (text: string) => new URLSearchParams(text);
const direct = { source: 'Direct', medium: 'none' };
const fromX = { referrer: 'https://t.co/a' };
const clicked = { query: query('gclid=1') };
const fromGoogle = { referrer: 'https://www.google.com/' };

test.each<[string, string, string?]>([
  ['no referrer', ''],
  ['a blank referrer', '  '],
  ['the same host', 'https://blog.example.com/a'],
  ['the same host with www.', 'https://www.blog.example.com/'],
  ['another host of the same owner', 'https://shop.example.com/'],
  ['the same host on another port', 'http://localhost:1', 'localhost'],
  ['the same IP address', 'http://10.0.0.7/', '10.0.0.7:8080'],
  ['the same host in other letters', 'https://bücher.de/', 'XN--BCHER-KVA.de'],
])('a visit from %s is direct', (_, referrer, hostname = 'blog.example.com') => {
  expect(arriving({ referrer, hostname })).toEqual(direct);
});

const google = ['google.com/search', '//google.co.uk', 'https://www.google.com.br/url?q=x'];
const googleToo = ['https://syndicatedsearch.goog/', 'https://www-somebody-net.cdn.ampproject.org/'];
const googleApp = 'android-app://com.google.android.googlequicksearchbox/';
type Known = [referrer: string, source: string, medium?: string, hostname?: string];
test.each<Known>([
  ...[...google, ...googleToo, googleApp].map((referrer): Known => [referrer, 'Google', 'organic']),
  ['https://mail.google.com/mail/u/0/', 'Gmail', 'email'],
  ['https://gemini.google.com/app', 'Gemini', 'ai'],
  ['https://news.google.com/', 'Google News', 'news'],
  ['https://docs.google.com/document/d/1', 'Google Docs', 'referral'],
  ['https://de.search.yahoo.com/', 'Yahoo', 'organic'],
  ['https://mail.yahoo.co.jp/', 'Yahoo Mail', 'email'],
  ['https://yandex.com.tr/search/', 'Yandex', 'organic'],
  ['https://duckduckgo.com', 'DuckDuckGo', 'organic'],
  ['https://cn.bing.com/', 'Bing', 'organic'],
  ['https://ph.images.search.yahoo.com/', 'Yahoo', 'organic'],
  ['https://m.search.naver.com/', 'Naver', 'organic'],
  ['https://eu2.startpage.com/', 'Startpage', 'organic'],
  ['https://photos.google.com/', 'Google Photos'],
  ['https://lookerstudio.google.com/', 'Looker Studio'],
  ['https://script.google.com/', 'google.com'],
  ['https://passport.yandex.ru/', 'Yandex ID'],
  ['https://disk.yandex.com.tr/', 'Yandex Disk'],
  ['https://calendar.yandex.ru/', 'yandex.ru'],
  ['https://login.yahoo.com/', 'Yahoo Login'],
  ['https://calendar.yahoo.com/', 'yahoo.com'],
  ['https://pan.baidu.com/', 'Baidu Pan'],
  ['https://passport.baidu.com/', 'baidu.com'],
  ['https://nid.naver.com/', 'naver.com'],
  ['https://login.seznam.cz/', 'seznam.cz'],
  ['https://rewards.bing.com/', 'bing.com'],
  ['https://news.ycombinator.com/item?id=1', 'Hacker News', 'social'],
  ['https://t.co/abc', 'X', 'social'],
  ['https://L.FACEBOOK.com./l.php', 'Facebook', 'social'],
  ['https://lm.facebook.com/', 'Facebook', 'social'],
  ['https://l.instagram.com/', 'Instagram', 'social'],
  ['https://out.reddit.com/t3_1', 'Reddit', 'social'],
  ['https://staff.tumblr.com/', 'Tumblr', 'social'],
  ['android-app://com.Slack/', 'Slack', 'social'],
  ['https://chatgpt.com/', 'ChatGPT', 'ai'],
  ['https://copilot.microsoft.com/', 'Copilot', 'ai'],
  ['https://nam02.safelinks.protection.outlook.com/?url=x', 'Outlook', 'email'],
  ['https://youtu.be/x', 'YouTube', 'video'],
  ['https://gist.github.com/x', 'GitHub', 'code'],
  ['https://www.somebody.net/links', 'somebody.net'],
  ['https://a.b.somebody.co.uk/', 'somebody.co.uk'],
  ['https://notes.github.io/', 'notes.github.io'],
  ['https://notgoogle.com/', 'notgoogle.com'],
  ['https://google.com.somebody.net/', 'somebody.net'],
  ['https://google.blogspot.com/', 'google.blogspot.com'],
  ['https://google.xyz/', 'google.xyz'],
  ['https://bücher.de/', 'xn--bcher-kva.de'],
  ['http://127.0.0.1:3000/', '127.0.0.1'],
  ['http://[::1]:3000/', '::1'],
  ['http://localhost:3000/', 'localhost'],
  ['localhost:3000/a', 'localhost'],
  ['http://wiki/', 'wiki'],
  ['https://co.uk/', 'co.uk'],
  ['android-app://org.somebody.reader/x', 'org.somebody.reader'],
  // A neighbour on a host that gives out names.
  ['https://notes.github.io/', 'notes.github.io', 'referral', 'blog.github.io'],
  // The site itself, whose host is not known.
  ['https://blog.example.com/', 'example.com', 'referral', ''],
])('%s is known as %s', (referrer, source, medium = 'referral', hostname = 'blog.example.com') => {
  expect(arriving({ referrer, hostname })).toEqual({ source, medium });
});

const noAddresses = ['null', '(direct)', 'hello world', 'mailto:somebody@google.com', 'somebody@google.com'];
const noWeb = ['javascript:alert(1)', 'file:///home/index.html', 'chrome-extension://abcdefghij/page.html'];
const noNames = ['http://', 'https://%zz/', 'http://a!b.com/', 'http://-a.com/', 'http://a..b.com/'];
const tooLong = [`http://${'a'.repeat(64)}.com/`, `http://${'a.'.repeat(150)}com/`];
const nobody = [...noAddresses, ...noWeb, 'about:blank', 'android-app://', ...noNames, ...tooLong];
test.each(nobody)('%s names nobody, so the visit is direct', (referrer) => {
  expect(arriving({ referrer })).toEqual(direct);
});

test.each([
  ['gclid=1', 'Google'],
  ['wbraid=1', 'Google'],
  ['fbclid=1', 'Facebook'],
  ['msclkid=1', 'Bing'],
  ['twclid=1', 'X'],
  ['ScCid=1', 'Snapchat'],
  ['page=2&ttclid=1&lang=de', 'TikTok'],
  ['gclid=copied&fbclid=newest', 'Facebook'],
  ['gclid=1&fbclid=', 'Google'],
])('?%s is paid for at %s, whatever the referrer', (text, source) => {
  const found = arriving({ query: query(text), referrer: 'https://somebody.net/' });
  expect(found).toEqual({ source, medium: 'paid' });
});

test.each(['gclid=', 'gclidx=1', 'q=gclid', '__proto__=1', ''])('?%s is no click on an ad', (text) => {
  expect(arriving({ query: query(text) })).toEqual(direct);
});

describe('tags', () => {
  test.each([
    ['google', 'Google'],
    [' GOOGLE ', 'Google'],
    ['www.google.de', 'Google'],
    ['twitter.com', 'X'],
    ['twitter', 'X'],
    ['hn', 'Hacker News'],
    ['chatgpt.com', 'ChatGPT'],
    ['https://chatgpt.com/', 'ChatGPT'],
    ['m.facebook.com', 'Facebook'],
    ...['newsletter', 'Somebody.net', 'google-partner', 'constructor'].map((name) => [name, name]),
  ])('utm_source=%s is shown as %s', (utm_source, source) => {
    expect(arriving({ utm_source, utm_medium: 'CPC' })).toEqual({ source, medium: 'cpc' });
  });

  const banner = { utm_medium: 'Banner' };
  test.each<[string, Partial<Arrival>, string, string]>([
    ['a known source brings its own medium', { utm_source: 'reddit', ...fromGoogle }, 'Reddit', 'social'],
    ['a click id makes a known source paid', { utm_source: 'google', ...clicked }, 'Google', 'paid'],
    ['a click id makes a new source paid', { utm_source: 'agency', ...clicked }, 'agency', 'paid'],
    ['a new source has the medium of the referrer', { utm_source: 'spring', ...fromX }, 'spring', 'social'],
    ['a new source without a referrer has none', { utm_source: 'spring' }, 'spring', 'none'],
    ['blank tags are no tags', { utm_source: ' ', ...fromX }, 'X', 'social'],
    ['the source is the network of the click', { ...banner, ...clicked, ...fromX }, 'Google', 'banner'],
    ['the source is the referrer', { ...banner, ...fromX }, 'X', 'banner'],
    ['the source is Direct', banner, 'Direct', 'banner'],
  ])('may be missing: %s', (_, known, source, medium) => {
    expect(arriving({ utm_medium: ' ', ...known })).toEqual({ source, medium });
  });

  test('are taken before click ids and the referrer when there are both', () => {
    const both = { utm_source: 'Spring Letter', utm_medium: 'Email' };
    const found = arriving({ ...both, ...fromGoogle, query: query('fbclid=1') });
    expect(found).toEqual({ source: 'Spring Letter', medium: 'email' });
  });

  test('are cut at 100 characters, between characters', () => {
    const long = arriving({ utm_source: 's'.repeat(500), utm_medium: `${'m'.repeat(99)}🙂` });
    expect(long).toEqual({ source: 's'.repeat(100), medium: 'm'.repeat(99) });
  });
});

test('whatever arrives has a source and a medium of 1 to 100 characters, the same each time, and is spam or not', () => {
  const units = fc.constantFrom('binary' as const, 'grapheme' as const);
  const texts = units.chain((unit) => fc.string({ unit, maxLength: 300 }));
  const hosts = ['www.', 'google', 'com', 'co.uk', '\ud800', ...'.*@:[]%\0 🙂'];
  const parts = [...hosts, '//', 'http://', 'android-app://'];
  const nearly = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((some) => some.join(''));
  const text = fc.oneof(texts, nearly, fc.webUrl({ withQueryParameters: true }));
  const name = fc.oneof(fc.constantFrom(...Object.keys(clickIds)), texts);
  const pairs = fc.array(fc.tuple(name, texts), { maxLength: 5 }).map((all) => new URLSearchParams(all));
  const query = fc.option(pairs, { nil: undefined });
  const arrivals = fc.record({ referrer: text, hostname: text, utm_source: text, utm_medium: text, query });
  const fits = (one: string) => one.trim() === one && one.length >= 1 && one.length <= 100;
  fc.assert(
    fc.property(arrivals, (arrival) => {
      const { source, medium, ...more } = classifySource(arrival);
      const again = classifySource(arrival);
      if (!fits(source) || !fits(medium) || Object.keys(more).length > 0) return false;
      const isSpam: unknown = isSpamReferrer(arrival.referrer);
      return again.source === source && again.medium === medium && typeof isSpam === 'boolean';
    }),
    { numRuns: 2000 },
  );
});
