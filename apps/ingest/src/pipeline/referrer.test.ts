import { readUrl } from '@tallyhouse/service/read-url';
import fc from 'fast-check';
import { arrived } from './arrival-under-test.ts';
import { type ReferrerQuery, stripReferrer } from './referrer.ts';
import { classifySource } from './source/index.ts';

const page = { url: 'https://www.example.com/page' };
const modes: ReferrerQuery[] = ['strip', 'keep'];

/** What is kept of a referrer of the page, or of another one. */
function kept(mode: ReferrerQuery, referrer: string, of: object = page): string {
  return stripReferrer(mode)(arrived({ ...of, referrer })).value.ping.referrer;
}
const keptByBoth = (referrer: string) => modes.map((mode) => kept(mode, referrer));

test.each([
  // The own site, without its query.
  ['https://www.example.com/reset?token=secret', 'https://www.example.com/reset'],
  ['http://WWW.Example.com:8080/a?email=me@x.example&b=1#part', 'http://WWW.Example.com:8080/a'],
  ['https://example.com?email=me@x.example', 'https://example.com'],
  ['https://shop.example.com/cart?email=me@x.example', 'https://shop.example.com/cart'],
  ['https://www.example.com./a?b', 'https://www.example.com./a'],
  ['//example.com/a?b', '//example.com/a'],
  ['www.example.com/a?b', 'www.example.com/a'],
  ['\thttps://\nwww.example.com/a?b ', 'https://www.example.com/a'],
  // Another site, without fragment and user.
  ['https://partner.example/a#section', 'https://partner.example/a'],
  ['https://user:secret@partner.example/a', 'https://partner.example/a'],
  ['https://user@partner.example', 'https://partner.example'],
  ['https://me%40x.example:p@ss@partner.example/@them', 'https://partner.example/@them'],
  ['https:///user:secret@partner.example/a', 'https:///partner.example/a'],
  ['ht\ntps:/\t/user:sec\rret@partner.example/a', 'https://partner.example/a'],
  ['https://partner.example/@them', 'https://partner.example/@them'],
  ['android-app://com.google.android.gm/inbox#1', 'android-app://com.google.android.gm/inbox'],
  ['android-app://user\\@com.slack/', 'android-app://com.slack/'],
  [`https://${'user'.repeat(1000)}:secret@partner.example/a`, 'https://partner.example/a'],
  // No site at all, without query and user.
  [`https://user:secret@${'a'.repeat(261)}/b`, ''],
  ['/reset?token=secret', '/reset'],
  ['?token=secret', ''],
  ['file:///home/me?x', 'file:///home/me'],
  ['https://%zz/a?token=secret', 'https://%zz/a'],
  ['https:\\\\www.example.com\\a?token=secret', 'https:\\\\www.example.com\\a'],
  ['somebody@mail.example', ''],
  ['mailto:somebody@mail.example?subject=secret', ''],
  ['https:user:secret@partner.example/a', ''],
  ['https:/user:secret@partner.example/a', ''],
  ['https:\\\\user:secret@partner.example/a', ''],
  ['//user:secret@partner.example/a', ''],
  ['https://user:sec/ret@partner.example/a', ''],
])('both modes make %s %j', (referrer, expected) => {
  expect(keptByBoth(referrer)).toEqual([expected, expected]);
});

test.each([
  ['https://www.google.com/search', '?q=shoes'],
  ['google.com/search', '?q=shoes'],
  ['https://example.org', '?a=1|2'],
  ['https://example.org/', '?a=b', 'https://user:secret@example.org/?a=b#c'],
  ['https://blog.example.com.evil.example/', '?a'],
  ['android-app://com.slack/', '?channel=7'],
])('strip leaves of another site only %s, keep its %s too', (address, query, referrer = address + query) => {
  expect(keptByBoth(referrer)).toEqual([address, address + query]);
  expect(kept('strip', referrer, { page_path: '/' })).toBe(address);
});

test('without the URL of the page its own referrer is taken for another site by keep, and stripped by strip', () => {
  const referrer = 'https://www.example.com/a?b';
  const both = modes.map((mode) => kept(mode, referrer, { page_path: '/' }));
  expect(both).toEqual(['https://www.example.com/a', referrer]);
});

const signs = [...'/\\@?#.\n\t\0 :[]🙂', 'http', 'https', 'android-app', '//', '://', '%40', '%3F', '\ud800'];
const names = ['example.com', 'www.', 'google.de', 'user', 'secret'];

test('whatever the referrer, no fragment and no user stays, and with strip no query', () => {
  const pieces = fc.array(fc.constantFrom(...signs, ...names), { maxLength: 20 });
  const namesUser = (address: string) => {
    const url = readUrl(address);
    return url !== undefined && url.username + url.password !== '';
  };
  fc.assert(
    fc.property(pieces, (parts) => {
      const addresses = keptByBoth(parts.join(''));
      return !addresses[0]?.includes('?') && !addresses.some((one) => one.includes('#') || namesUser(one));
    }),
    { numRuns: 3000 },
  );
});

test('where a visit comes from does not depend on the query of its referrer', () => {
  const web = fc.webUrl({ withQueryParameters: true, withFragments: true });
  const app = fc.webQueryParameters().map((query) => `android-app://com.slack/?${query}`);
  const landed = { hostname: 'www.example.com', utm_source: '', utm_medium: '', query: undefined };
  const from = (referrer: string) => classifySource({ referrer, ...landed });
  fc.assert(
    fc.property(fc.oneof(web, app), (referrer) => {
      expect(from(kept('strip', referrer))).toEqual(from(referrer));
    }),
  );
});
