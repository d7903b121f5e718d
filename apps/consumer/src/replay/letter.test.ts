import fc from 'fast-check';
import { readLetter, readLine, toLine } from './letter.ts';

const letter = {
  at: { partition: 0, offset: '7' },
  partition: 3,
  offset: '4711',
  reason: 'Cannot parse input',
  refused_at: '2026-11-21T12:00:00.000Z',
};
const lineOf = (bytes: Buffer) => toLine({ ...letter, value: bytes.toString('base64') });

test('a line gives back every byte that it was made of', () => {
  const bytes = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (value) => {
      const text = lineOf(value);
      expect(text).not.toContain('\n');
      expect(readLine(text)).toEqual({ ...letter, value: value.toString('base64'), mended: value });
    }),
  );
});

test.each([
  ['a row is shown as JSON, to be edited as such', '[2,"a",null]', { message: [2, 'a', null] }],
  ['JSON that would be written in another way, as text', '[1.0, 2]', { text: '[1.0, 2]' }],
  ['text that is no JSON, as text', '[1,"half', { text: '[1,"half' }],
])('%s', (_name, value, shown) => {
  expect(JSON.parse(lineOf(Buffer.from(value)))).toEqual({
    ...letter,
    ...shown,
    original: Buffer.from(value).toString('base64'),
  });
});

test('bytes that are no text are shown in base64', () => {
  expect(JSON.parse(lineOf(Buffer.from([0xff, 0x00])))).toMatchObject({ base64: '/wA=' });
});

test.each([
  ['as JSON', (line: object) => ({ ...line, message: [2, 'mended'] }), '[2,"mended"]'],
  ['as text', ({ message: _, ...line }: Record<string, unknown>) => ({ ...line, text: 'mended' }), 'mended'],
])('a message can be mended %s', (_name, mend, expected) => {
  const mended = JSON.stringify(mend(JSON.parse(lineOf(Buffer.from('[2,"bad"]')))));
  expect(readLine(mended)).toEqual({
    ...letter,
    value: Buffer.from('[2,"bad"]').toString('base64'),
    mended: Buffer.from(expected),
  });
});

test.each([
  ['{"at"', 'it is not JSON'],
  ['[]', 'expected object'],
  [JSON.stringify({ ...letter, original: '' }), 'it needs one of "message", "text" and "base64"'],
  [JSON.stringify({ ...letter, original: '', text: 'a', message: 1 }), 'it needs one of'],
  [JSON.stringify({ ...letter, original: 'no base64!', text: 'a' }), 'original'],
  [JSON.stringify({ ...letter, at: undefined, original: '', text: 'a' }), 'at'],
])('%s cannot be read', (text, problem) => {
  expect(readLine(text)).toEqual(expect.stringContaining(problem));
});

test.each(['', 'nonsense', '{}', '{"partition":0,"offset":"1","reason":"","refused_at":"","value":"?"}'])(
  '%j is no dead letter',
  (text) => {
    expect(readLetter(Buffer.from(text))).toBeUndefined();
  },
);
