import { type Arrival, classifySource } from './classify.ts';

/** A visitor lands on blog.example.com, with nothing else known but this. */
function arriving(known: Partial<Arrival>) {
  return classifySource({
    referrer: '',
    hostname: 'blog.example.com',
    utm_source: '',
    utm_medium: '',
    query: undefined,
    ...known,
  });
}

const query = (text: string) => new URLSearchParams(text);

test.each<[string, Partial<Arrival>, string, string]>([
  ['no referrer', {}, 'Direct', 'none'],
  ['a blank referrer', { referrer: '  ' }, 'Direct', 'none'],
  ['the same host', { referrer: 'https://blog.example.com/a' }, 'Direct', 'none'],
  ['the same host with www.', { referrer: 'https://www.blog.example.com/' }, 'Direct', 'none'],
  ['another host of the same owner', { referrer: 'https://shop.example.com/' }, 'Direct', 'none'],
  [
    'the same host on another port',
    { referrer: 'http://localhost:1', hostname: 'localhost' },
    'Direct',
    'none',
  ],
  ['the same IP address', { referrer: 'http://10.0.0.7/', hostname: '10.0.0.7:8080' }, 'Direct', 'none'],
  [
    'the same host in other letters',
    { referrer: 'https://bücher.de/', hostname: 'XN--BCHER-KVA.de' },
    'Direct',
    'none',
  ],
])('a visit from %s is direct', (_, known, source, medium) => {
  expect(arriving(known)).toEqual({ source, medium });
});

test.each([
  ['https://www.google.com/', 'Google', 'organic'],
  ['google.com/search', 'Google', 'organic'],
  ['//google.co.uk', 'Google', 'organic'],
  ['https://www.google.com.br/url?q=x', 'Google', 'organic'],
  ['android-app://com.google.android.googlequicksearchbox/', 'Google', 'organic'],
  ['https://mail.google.com/mail/u/0/', 'Gmail', 'email'],
  ['https://gemini.google.com/app', 'Gemini', 'ai'],
  ['https://news.google.com/', 'Google News', 'news'],
  ['https://docs.google.com/document/d/1', 'Google Docs', 'referral'],
  ['https://de.search.yahoo.com/', 'Yahoo', 'organic'],
  ['https://mail.yahoo.co.jp/', 'Yahoo Mail', 'email'],
  ['https://yandex.com.tr/search/', 'Yandex', 'organic'],
  ['https://duckduckgo.com', 'DuckDuckGo', 'organic'],
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
])('%s is known as %s (%s)', (referrer, source, medium) => {
  expect(arriving({ referrer })).toEqual({ source, medium });
});

test.each([
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
])('%s is a referral by %s', (referrer, source) => {
  expect(arriving({ referrer })).toEqual({ source, medium: 'referral' });
});

test.each([
  'null',
  '(direct)',
  'hello world',
  'mailto:somebody@google.com',
  'somebody@google.com',
  'about:blank',
  'javascript:alert(1)',
  'file:///home/index.html',
  'chrome-extension://abcdefghij/page.html',
  'http://',
  'https://%zz/',
  'http://a!b.com/',
  'http://-a.com/',
  'http://a..b.com/',
  `http://${'a'.repeat(64)}.com/`,
  `http://${'a.'.repeat(150)}com/`,
  'android-app://',
])('%s names nobody, so the visit is direct', (referrer) => {
  expect(arriving({ referrer })).toEqual({ source: 'Direct', medium: 'none' });
});

test('neighbours on a host that gives out names are not the site itself', () => {
  expect(arriving({ referrer: 'https://notes.github.io/', hostname: 'blog.github.io' })).toEqual({
    source: 'notes.github.io',
    medium: 'referral',
  });
});

test('a site without a known host has referrals, from itself too', () => {
  expect(arriving({ referrer: 'https://blog.example.com/', hostname: '' })).toEqual({
    source: 'example.com',
    medium: 'referral',
  });
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
  expect(arriving({ query: query(text), referrer: 'https://somebody.net/' })).toEqual({
    source,
    medium: 'paid',
  });
});

test.each(['gclid=', 'gclidx=1', 'q=gclid', '__proto__=1', ''])('?%s is no click on an ad', (text) => {
  expect(arriving({ query: query(text) })).toEqual({ source: 'Direct', medium: 'none' });
});
