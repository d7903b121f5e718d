import { isSiteId } from './site-id.ts';

const ids = [
  'a',
  'A-b_c.9',
  '-',
  '_',
  '.a',
  'a.',
  '-.',
  '...',
  '..a',
  '__proto__',
  'x'.repeat(64),
  '.'.repeat(64),
];
const others = [
  '',
  '.',
  '..',
  ' ',
  'a b',
  'a/b',
  '../x',
  '..\\',
  'ä',
  'a\n',
  '..\n',
  '@a',
  '*',
  'a,b',
  '%2e',
  'x'.repeat(65),
];

test.each([...ids.map((text) => [text, true] as const), ...others.map((text) => [text, false] as const)])(
  'whether %j is the id of a site: %s',
  (text, isOne) => {
    expect(isSiteId(text)).toBe(isOne);
  },
);
