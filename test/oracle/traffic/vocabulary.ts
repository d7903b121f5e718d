import fc from 'fast-check';

/** The few values of pings, so that they meet: empty, Unicode, and characters that queries and CSV escape. */
export const vocabulary = {
  hostname: ['example.org', 'www.example.org', '', '=x.example'],
  page_path: [
    '/',
    '/a',
    '/A',
    '/a/b',
    '/ünïcode',
    '/STRASSE/οδος',
    '/日本語',
    '/a|b',
    "/it's",
    '/back\\slash',
    '/😀',
    '/\uffee',
    '/100%_',
  ],
  page_title: [
    '',
    'Home',
    'home',
    'Ünïcode Ärger',
    'Straße ΟΔΟΣ',
    '日本語 😀',
    'A | B',
    '=1+1',
    '50%_off',
    'C:\\n',
    '"q", r',
    'two\nlines',
  ],
  referrer: ['', 'https://www.google.com/', 'https://example.org/?a=1|2', 'HTTPS://EXAMPLE.ORG/', '@x'],
  source: ['Direct', 'Google', 'google', 'Ärzte.example', '', '=cmd()', '日本'],
  medium: ['none', 'organic', 'social', ''],
  utm_source: ['', 'news|letter', '+plus'],
  utm_medium: ['', 'email', 'E-Mail'],
  utm_campaign: ['', 'Frühling', 'FRÜHLING', '-minus'],
  utm_term: ['', 'shoes', 'Shoes'],
  utm_content: ['', 'top', 'b\\ottom'],
  country: ['', 'NL', 'DE', 'US'],
  region: ['', 'Bayern', 'Noord-Holland'],
  city: ['', 'München', 'Amsterdam'],
  browser: ['', 'Firefox', 'Chrome'],
  browser_version: ['', '144.0', '9'],
  os: ['', 'Windows', 'macOS'],
  os_version: ['', '11', '10'],
  device_type: ['', 'desktop', 'mobile'],
  language: ['', 'de-AT', 'de', 'en-US'],
  screen: ['', 'xs', 'xl', 'xxl'],
  ip: ['', '192.0.2.1', '2001:db8::1'],
  event: [
    'Signup',
    'Purchase',
    'signup',
    'Größe ẞ',
    '=1+1',
    'C:\\n',
    "it's",
    '日本 😀',
    'a:b~c!|d;e\\;',
    '100%_',
  ],
  event_id: ['', '', '', 'order-1', 'order-2', 'Order-1', '=3', 'é|"\\'],
  property: ['plan', 'seats', '__proto__', 'a.b-c_D', 'x1'],
  value: ['pro', 'Pro', '', 'free', '5', 'true', '=x', 'a|b', 'straße', '"q", \\n', '日本\n😀', 'C:\\n'],
  amount: ['9.9', '0', '-9.9', '19.9900', '12345678901234.5678', '-0.0001', '1', '-99999999999999.9999'],
  currency: ['', '', 'EUR', 'USD', 'JPY', 'GBP', 'CHF'],
} as const;

export type Text = keyof typeof vocabulary;

/** A value of a text: half of the time one of the first three, so that some are common. */
export function oneOf(name: Text): fc.Arbitrary<string> {
  const values: readonly string[] = vocabulary[name];
  return fc.oneof(fc.constantFrom(...values.slice(0, 3)), fc.constantFrom(...values));
}
