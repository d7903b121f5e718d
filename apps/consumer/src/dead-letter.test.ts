import { readLetter } from './dead-letter.ts';

const refused = { reason: 'Cannot parse input', refused_at: '2026-11-21T12:00:00.000Z' };
const letter = { partition: 3, offset: '4711', ...refused, value: '/wA=' };

test('a dead letter is read as it was written', () => {
  expect(readLetter(Buffer.from(JSON.stringify(letter)))).toEqual(letter);
});

const noBase64 = JSON.stringify({ ...letter, value: '?' });
test.each(['', 'nonsense', '{}', noBase64])('%j is no dead letter', (text) => {
  expect(readLetter(Buffer.from(text))).toBeUndefined();
});
