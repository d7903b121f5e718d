import fc from 'fast-check';
import { normalisePath } from './page-path.ts';

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

test('a path is cut at 2,000 characters, not within a surrogate pair', () => {
  expect(normalisePath(`/${'a'.repeat(5000)}`)).toHaveLength(2000);
  expect(normalisePath(`/${'a'.repeat(1998)}🙂`)).toBe(`/${'a'.repeat(1998)}`);
  expect(normalisePath(`/${'%E2%82%AC'.repeat(3000)}`)).toBe(`/${'€'.repeat(1999)}`);
});

test('a normal path without % stays as it is', () => {
  const path = fc.oneof(fc.webPath(), fc.string({ unit: 'binary', maxLength: 3000 }));
  fc.assert(
    fc.property(path, (given) => {
      const normal = normalisePath(given);
      if (!normal.includes('%')) expect(normalisePath(normal.replace(/[?#].*/s, ''))).toBe(normalOf(normal));
    }),
  );
});

/** An escaped `?` is part of the path once decoded; given again it begins a query. */
function normalOf(path: string): string {
  return path.replace(/[?#].*/s, '').replace(/\/+$/, '') || '/';
}

test('every path is well formed, rooted and within its limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), (given) => {
      const path = normalisePath(given);
      expect(path).toMatch(/^\//);
      expect(path === '/' || !path.endsWith('/')).toBe(true);
      expect(path.length).toBeLessThanOrEqual(2000);
      expect(path.isWellFormed()).toBe(true);
      expect(path).not.toContain('\0');
    }),
  );
});
