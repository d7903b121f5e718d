import { taggedUrl } from './page-url.ts';

test.each([
  ['/q', ''],
  ['/q#utm_source=x', ''],
  ['/q?utm_source=paper&gclid=1#top', '?utm_source=paper&gclid=1'],
  ['/q?a=1&utm_source=paper&b=2&UTM_Medium=x', '?&utm_source=paper&&UTM_Medium=x'],
  ['/q&a?utm_source=paper&gclid=1', '?utm_source=paper&gclid=1'],
  ['/q&a=b&c?x=1&rb_clickid=1', '?&rb_clickid=1'],
  ['/q?next=/a&b?c=1&dclid=2', '?&?&dclid=2'],
])('of %s the path is sent, and of the query %s', (address, query) => {
  globalThis.location = { href: `https://x.example${address}` } as Location;
  expect(taggedUrl()).toBe(`https://x.example${address.split(/[?#]/)[0]}${query}`);
});
