import { type Arrival, classifySource } from './classify.ts';

/** A visitor lands with these tags, and this besides. */
function tagged(utm_source: string, utm_medium: string, rest: Partial<Arrival> = {}) {
  return classifySource({
    referrer: '',
    hostname: 'blog.example.com',
    query: undefined,
    ...rest,
    utm_source,
    utm_medium,
  });
}

test('both tags are taken before click ids and the referrer', () => {
  const rest = { referrer: 'https://www.google.com/', query: new URLSearchParams('fbclid=1') };
  expect(tagged('Spring Letter', 'Email', rest)).toEqual({ source: 'Spring Letter', medium: 'email' });
});

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
  ['newsletter', 'newsletter'],
  ['Somebody.net', 'Somebody.net'],
  ['google-partner', 'google-partner'],
  ['constructor', 'constructor'],
])('utm_source=%s is shown as %s', (utm_source, source) => {
  expect(tagged(utm_source, 'CPC')).toEqual({ source, medium: 'cpc' });
});

test.each<[string, string, Partial<Arrival>, string, string]>([
  [
    'a known source brings its own medium',
    'reddit',
    { referrer: 'https://www.google.com/' },
    'Reddit',
    'social',
  ],
  [
    'a click id makes a known source paid',
    'google',
    { query: new URLSearchParams('gclid=1') },
    'Google',
    'paid',
  ],
  [
    'a click id makes a new source paid',
    'agency',
    { query: new URLSearchParams('gclid=1') },
    'agency',
    'paid',
  ],
  [
    'a new source has the medium of the referrer',
    'spring',
    { referrer: 'https://t.co/a' },
    'spring',
    'social',
  ],
  ['a new source without a referrer has none', 'spring', {}, 'spring', 'none'],
  ['blank tags are no tags', ' ', { referrer: 'https://t.co/a' }, 'X', 'social'],
])('without utm_medium, %s', (_, utm_source, rest, source, medium) => {
  expect(tagged(utm_source, ' ', rest)).toEqual({ source, medium });
});

test.each<[string, Partial<Arrival>, string]>([
  [
    'the network of the click',
    { query: new URLSearchParams('fbclid=1'), referrer: 'https://t.co/a' },
    'Facebook',
  ],
  ['the referrer', { referrer: 'https://t.co/a' }, 'X'],
  ['Direct', {}, 'Direct'],
])('without utm_source, the source is %s', (_, rest, source) => {
  expect(tagged('', 'Banner', rest)).toEqual({ source, medium: 'banner' });
});

test('long tags are cut at 100 characters, between characters', () => {
  expect(tagged('s'.repeat(500), `${'m'.repeat(99)}🙂`)).toEqual({
    source: 's'.repeat(100),
    medium: 'm'.repeat(99),
  });
});
