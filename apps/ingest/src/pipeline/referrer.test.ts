import fc from 'fast-check';
import { type ReferrerQuery, stripReferrer } from './referrer.ts';
import { classifySource } from './source/index.ts';
import { validate } from './validate.ts';

function arrived(entry: object) {
  const sender = { address: '192.0.2.1', userAgent: 'x', acceptLanguage: '', keyed: false, receivedAt: 0 };
  const outcome = validate({ entry, sender });
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** What is kept of a referrer of the page https://www.example.com/page, or of another one. */
function kept(mode: ReferrerQuery, referrer: string, page: object = { url: 'https://www.example.com/page' }) {
  return stripReferrer(mode)(arrived({ ...page, referrer })).value.ping.referrer;
}

const modes: ReferrerQuery[] = ['strip', 'keep'];

describe.each(modes)('with %s', (mode) => {
  test.each([
    ['https://www.example.com/reset?token=secret', 'https://www.example.com/reset'],
    ['http://WWW.Example.com:8080/a?email=me@x.example&b=1#part', 'http://WWW.Example.com:8080/a'],
    ['https://example.com?email=me@x.example', 'https://example.com'],
    ['https://shop.example.com/cart?email=me@x.example', 'https://shop.example.com/cart'],
    ['https://www.example.com./a?b', 'https://www.example.com./a'],
    ['//example.com/a?b', '//example.com/a'],
    ['www.example.com/a?b', 'www.example.com/a'],
    ['\thttps://\nwww.example.com/a?b ', 'https://www.example.com/a'],
  ])('of the own site %s stays without its query', (referrer, expected) => {
    expect(kept(mode, referrer)).toBe(expected);
  });

  test.each([
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
  ])('of %s neither fragment nor user stays', (referrer, expected) => {
    expect(kept(mode, referrer)).toBe(expected);
  });

  test.each([
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
  ])('of %s, which names nobody, no query and no user stays', (referrer, expected) => {
    expect(kept(mode, referrer)).toBe(expected);
  });
});

const foreign = [
  ['https://www.google.com/search?q=shoes', 'https://www.google.com/search'],
  ['google.com/search?q=shoes', 'google.com/search'],
  ['https://example.org?a=1|2', 'https://example.org'],
  ['https://user:secret@example.org/?a=b#c', 'https://example.org/'],
  ['https://blog.example.com.evil.example/?a', 'https://blog.example.com.evil.example/'],
  ['android-app://com.slack/?channel=7', 'android-app://com.slack/'],
] as const;

test.each(foreign)('strip takes the query off %s', (referrer, expected) => {
  expect(kept('strip', referrer)).toBe(expected);
  expect(kept('strip', referrer, { page_path: '/' })).toBe(expected);
});

test.each(foreign)('keep leaves the query of %s', (referrer, expected) => {
  const query = referrer.replace(/^[^?]*|#.*$/g, '');
  expect(kept('keep', referrer)).toBe(expected + query);
});

test('without the URL of the page its own referrer is taken for another site by keep, and stripped by strip', () => {
  const referrer = 'https://www.example.com/a?b';
  expect(modes.map((mode) => kept(mode, referrer, { page_path: '/' }))).toEqual([
    'https://www.example.com/a',
    referrer,
  ]);
});

const pieces = fc
  .array(
    fc.constantFrom(
      ...[
        'http',
        'https',
        'android-app',
        ':',
        '/',
        '//',
        '://',
        '\\',
        '@',
        '?',
        '#',
        '.',
        '\n',
        '\t',
        '\0',
        ' ',
      ],
      ...['example.com', 'www.', 'google.de', 'user', 'secret', '%40', '%3F', '[', ']', '🙂', '\ud800'],
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

test('whatever the referrer, no fragment and no user stays, and with strip no query', () => {
  fc.assert(
    fc.property(pieces, (referrer) => {
      expect(kept('strip', referrer)).not.toMatch(/[?#]/);
      for (const mode of modes) {
        const address = kept(mode, referrer);
        expect(address).not.toContain('#');
        if (!URL.canParse(address)) continue;
        const { username, password } = new URL(address);
        expect([username, password]).toEqual(['', '']);
      }
    }),
    { numRuns: 5000 },
  );
});

test('where a visit comes from does not depend on the query of its referrer', () => {
  const web = fc.webUrl({ withQueryParameters: true, withFragments: true });
  const app = fc.webQueryParameters().map((query) => `android-app://com.slack/?${query}`);
  const from = (referrer: string) =>
    classifySource({
      referrer,
      hostname: 'www.example.com',
      utm_source: '',
      utm_medium: '',
      query: undefined,
    });
  fc.assert(
    fc.property(fc.oneof(web, app), (referrer) => {
      expect(from(kept('strip', referrer))).toEqual(from(referrer));
    }),
  );
});
