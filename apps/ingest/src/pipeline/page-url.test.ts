import { readPageUrl } from './page-url.ts';

test('a URL read again says the same', () => {
  const url = 'https://Blog.Example/caf%C3%A9/?utm_source=news&gclid=1#top';
  const page = readPageUrl(url);
  expect(page).toEqual({
    hostname: 'blog.example',
    path: '/café',
    query: [
      ['utm_source', 'news'],
      ['gclid', '1'],
    ],
    campaign: { utm_source: 'news', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' },
  });
  expect(readPageUrl(url)).toBe(page);
});

test.each([
  ['long', `https://a.example/${'x'.repeat(500)}`],
  ['of many parameters', `https://a.example/?${'a&'.repeat(17)}`],
])('one that is %s is not remembered', (_name, url) => {
  expect(readPageUrl(url)).toEqual(readPageUrl(url));
  expect(readPageUrl(url)).not.toBe(readPageUrl(url));
});

test.each(['', '/path', 'ftp://a.example/', 'javascript:alert(1)', 'https://'])('%j is no page', (text) => {
  expect(readPageUrl(text)).toBeUndefined();
});
