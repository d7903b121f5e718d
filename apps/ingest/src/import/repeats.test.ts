import { createRepeats } from './repeats.ts';

/** The keys of the files' records, each with its time. */
function keysOf(...files: (readonly [key: string, at: number][])[]): string[][] {
  const repeats = createRepeats();
  return files.map((file) => {
    repeats.nextFile();
    return file.map(([key, at]) => repeats.keyOf(key, at));
  });
}

test('equal records get numbers, others keep their keys', () => {
  expect(
    keysOf([
      ['a', 1],
      ['b', 1],
      ['a', 1],
      ['a', 1],
    ]),
  ).toEqual([['a', 'b', 'a\n1', 'a\n2']]);
});

test('a file that continues the one before continues its numbers; one that repeats it does not', () => {
  expect(keysOf([['a', 1]], [['a', 1]])).toEqual([['a'], ['a\n1']]);
  expect(
    keysOf(
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['a', 1],
        ['b', 2],
      ],
    ),
  ).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});
