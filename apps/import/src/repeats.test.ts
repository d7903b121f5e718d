import { createRepeats } from './repeats.ts';

/** Each record is a letter: its key is the letter, its time the letter's position in the alphabet. */
test.each([
  ['equal records get numbers, others keep their keys', ['abaa'], ['a b a1 a2']],
  ['a file that continues the one before continues its numbers', ['a', 'a'], ['a', 'a1']],
  ['a file that repeats the one before does not', ['ab', 'ab'], ['a b', 'a b']],
])('%s', (_, files, expected) => {
  const repeats = createRepeats();
  const keys = files.map((file) => {
    repeats.nextFile();
    return [...file].map((key) => repeats.keyOf(key, key.charCodeAt(0)).replace('\n', '')).join(' ');
  });
  expect(keys).toEqual(expected);
});
