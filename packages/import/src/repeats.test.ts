import { createRepeats } from './repeats.ts';

/** The keys of the files' records; each is a letter, and its time the place of the letter in the alphabet. */
function keysOf(...files: string[]): string[][] {
  const repeats = createRepeats();
  return files.map((file) => {
    repeats.nextFile();
    return [...file].map((key) => repeats.keyOf(key, key.charCodeAt(0)));
  });
}

test('equal records get numbers, others keep their keys', () => {
  expect(keysOf('abaa')).toEqual([['a', 'b', 'a\n1', 'a\n2']]);
});

test('a file that continues the one before continues its numbers; one that repeats it does not', () => {
  expect(keysOf('a', 'a')).toEqual([['a'], ['a\n1']]);
  expect(keysOf('ab', 'ab')).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});
