/** How single values of a ping become what is stored. */
import { normalisePath, storableText } from '@tallyhouse/ping';
import fc from 'fast-check';
import { firstLanguage } from './language.ts';
import { readPageUrl } from './page-url.ts';
import { screenOf } from './screen.ts';

test.each([
  ['de-AT', 'de-AT'],
  ['de-at,de;q=0.9,en;q=0.8', 'de-AT'],
  ['EN_us', 'en-US'],
  [' nl;q=0.7', 'nl'],
  ['zh-Hant-TW', 'zh-TW'],
  ['sr-Latn', 'sr'],
  ['es-419,es', 'es-419'],
  ['de-DE-1996', 'de-DE'],
  ['fil-PH', 'fil-PH'],
  ...['', '*', '*,de', 'x', 'german', '=1+1', `${' '.repeat(10_000)}!`].map((list) => [list, '']),
])('the language of %.20j is %j', (list, language) => {
  expect(firstLanguage(list)).toBe(language);
});

test.each([
  [0, 0, ''],
  [1, 575, 'xs'],
  [576, 767, 'sm'],
  [768, 991, 'md'],
  [992, 1199, 'lg'],
  [1200, 1599, 'xl'],
  [1600, 100_000, 'xxl'],
])('viewports of %d to %d pixels are %j', (least, most, screen) => {
  expect([screenOf(least), screenOf(most)]).toEqual([screen, screen]);
});

describe('a text', () => {
  test.each([
    ['a\0b\uD800c\uDC00', 100, 'a\uFFFDb\uFFFDc\uFFFD'],
    ['\u202Eabc 🙂 <script>', 100, '\u202Eabc 🙂 <script>'],
    ['ab🙂', 3, 'ab'],
  ])('%j within %d characters is stored as %j', (text, limit, stored) => {
    expect(storableText(text, limit)).toBe(stored);
  });

  test('survives UTF-8 once it is stored, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const stored = storableText(text, limit);
        return Buffer.from(stored).toString() === stored && stored.length <= limit;
      }),
    );
  });
});

describe('a path', () => {
  test.each([
    ['about', '/about'],
    ['', '/'],
    ['/', '/'],
    ['////', '/'],
    ['/about/', '/about'],
    ['/a/?utm_source=x#top', '/a'],
    ['/caf%C3%A9', '/café'],
    ['/100%', '/100%'],
    ['/a%2Fb', '/a/b'],
    ['/a%252Fb', '/a%2Fb'],
    ['/%FF%41', '/%FFA'],
    ['/overlong%C0%AF', '/overlong%C0%AF'],
    ['/nul%00', '/nul\uFFFD'],
    ['/lone\uD800', '/lone\uFFFD'],
    ['/%F0%9F%99%82', '/🙂'],
  ])('%j is stored as %j', (given, stored) => {
    expect(normalisePath(given)).toBe(stored);
  });

  test('is cut at 2,000 characters, not within a surrogate pair', () => {
    expect(normalisePath(`/${'a'.repeat(5000)}`)).toHaveLength(2000);
    expect(normalisePath(`/${'a'.repeat(1998)}🙂`)).toBe(`/${'a'.repeat(1998)}`);
    expect(normalisePath(`/${'%E2%82%AC'.repeat(3000)}`)).toBe(`/${'€'.repeat(1999)}`);
  });

  test('that is stored is well formed, rooted and within its limit, and without % stays as it is', () => {
    const given = fc.oneof(fc.webPath(), fc.string({ unit: 'binary', maxLength: 5000 }));
    // An escaped `?` is part of the path once decoded; given again it begins a query.
    const withoutQuery = (path: string) => path.replace(/[?#].*/s, '');
    fc.assert(
      fc.property(given, (text) => {
        const path = normalisePath(text);
        expect(path).toMatch(/^\/$|^\/[^\0]*[^/\0]$/);
        expect(path.length).toBeLessThanOrEqual(2000);
        expect(path.isWellFormed()).toBe(true);
        if (path.includes('%')) return;
        expect(normalisePath(withoutQuery(path))).toBe(withoutQuery(path).replace(/\/+$/, '') || '/');
      }),
      { numRuns: 200 },
    );
  });
});

describe('the URL of a page', () => {
  test('says the same when it is read again', () => {
    const url = 'https://Blog.Example/caf%C3%A9/?utm_source=news&gclid=1#top';
    const page = readPageUrl(url);
    const query = Object.entries({ utm_source: 'news', gclid: '1' });
    const campaign = { utm_source: 'news', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' };
    expect(page).toEqual({ hostname: 'blog.example', path: '/café', query, campaign });
    expect(readPageUrl(url)).toBe(page);
  });

  test('has tags in any case, the first of each', () => {
    const page = readPageUrl('https://a.example/?UTM_Source=News&utm_source=x&amp;UTM_MEDIUM=y');
    expect(page).toMatchObject({ campaign: { utm_source: 'News', utm_medium: '' } });
  });

  test.each([
    ['long', `https://a.example/${'x'.repeat(500)}`],
    ['of many parameters', `https://a.example/?${'a&'.repeat(17)}`],
  ])('that is %s is not remembered', (_name, url) => {
    expect(readPageUrl(url)).toEqual(readPageUrl(url));
    expect(readPageUrl(url)).not.toBe(readPageUrl(url));
  });

  test.each(['', '/path', 'ftp://a.example/', 'javascript:alert(1)', 'https://'])('is not %j', (text) => {
    expect(readPageUrl(text)).toBeUndefined();
  });
});
