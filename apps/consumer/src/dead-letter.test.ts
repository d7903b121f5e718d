import { readLetter } from './dead-letter.ts';

const letter = {
  partition: 3,
  offset: '4711',
  reason: 'Cannot parse input',
  refused_at: '2026-11-21T12:00:00.000Z',
  value: '/wA=',
};

test('a dead letter is read as it was written', () => {
  expect(readLetter(Buffer.from(JSON.stringify(letter)))).toEqual(letter);
});

test.each(['', 'nonsense', '{}', JSON.stringify({ ...letter, value: '?' })])(
  '%j is no dead letter',
  (text) => {
    expect(readLetter(Buffer.from(text))).toBeUndefined();
  },
);
