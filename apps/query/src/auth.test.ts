import { createKeyCheck } from './auth.ts';

test('an unset or empty key never matches', () => {
  for (const keys of [[], [undefined], [''], [undefined, '']]) {
    const holdsKey = createKeyCheck(keys);
    for (const sent of [undefined, '', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', 'Bearer  x']) {
      expect(holdsKey(sent)).toBe(false);
    }
  }
});

test('each of two keys matches, whole and as it is', () => {
  const holdsKey = createKeyCheck(['one', 'two words']);
  expect(['Bearer one', 'bearer one', 'BEARER  two words'].map(holdsKey)).toEqual([true, true, true]);
  expect(['Bearer On', 'Bearer ONE', 'Bearer one two words', 'Bearer words', 'one'].map(holdsKey)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a key beyond ASCII matches the UTF-8 bytes of the header', () => {
  const holdsKey = createKeyCheck(['Schlüssel 🔑']);
  const asNodeReadsIt = Buffer.from('Bearer Schlüssel 🔑').toString('latin1');
  expect(holdsKey(asNodeReadsIt)).toBe(true);
});
