import { HttpError } from '@tallyhouse/service';
import { decode, look } from './decode.ts';

const bytes = (text: string) => Buffer.from(text);

/** What comes of a body that is looked at first, and parsed only when it looks like pings. */
function read(body: Buffer) {
  const looked = look(body);
  return looked instanceof HttpError ? looked : decode(looked);
}

const codeOf = (body: Buffer) => {
  const decoded = read(body);
  return decoded instanceof HttpError ? decoded.code : decoded;
};

test('an object is one ping', () => {
  expect(read(bytes(' {"page_path": "/"}'))).toEqual({ entries: [{ page_path: '/' }], batch: false });
});

test('an array that begins with an object is a batch, whatever follows', () => {
  expect(read(bytes('\n[{"a": 2}, 1]'))).toEqual({ entries: [{ a: 2 }, 1], batch: true });
});

test.each(['', '{', 'nonsense', '"text"', '7', 'null', '[]', `[${'{},'.repeat(500)}{}]`])(
  'the body %.20j is refused',
  (body) => {
    expect(codeOf(bytes(body))).toBe('invalid_body');
  },
);

test('500 pings are a batch', () => {
  expect(read(bytes(`[${'{},'.repeat(499)}{}]`))).toMatchObject({ batch: true });
});

test('a single ping over 64 KiB is too large, a batch of that size is not', () => {
  const long = JSON.stringify({ page_title: 'x'.repeat(65 * 1024) });
  expect(codeOf(bytes(long))).toBe('payload_too_large');
  expect(read(bytes(`[${long}]`))).toMatchObject({ batch: true });
});

test('invalid UTF-8 is replaced', () => {
  const body = Buffer.concat([bytes('{"page_title": "a'), Buffer.from([0xff]), bytes('b"}')]);
  expect(read(body)).toEqual({ entries: [{ page_title: 'a\uFFFDb' }], batch: false });
});

const levels = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

test('32 levels of nesting are read, more are refused before they are parsed', () => {
  expect(read(bytes(levels(32)))).toMatchObject({ batch: false });
  for (const body of [levels(33), levels(10_000), `[${levels(32)}]`, `[{},${levels(32)}]`]) {
    expect(look(bytes(body))).toMatchObject({
      code: 'invalid_body',
      message: 'The body nests deeper than 32 levels.',
    });
  }
  expect(read(bytes(`[${levels(31)}]`))).toMatchObject({ batch: true });
});

test.each([
  ['brackets', '['.repeat(1024 * 1024)],
  ['brackets in an object', `[{"a":${'['.repeat(1024 * 1024)}`],
  ['numbers', `[${'1,'.repeat(100_000)}1]`],
  ['texts', '["a",{}]'],
  ['more than 500 entries', `[${'{},'.repeat(500)}{}]`],
  ['entries beyond the first', `[{},${'1,'.repeat(100_000)}1]`],
  ['a comment', '/* [{}] */'],
  ['a text of brackets', `"${'['.repeat(1000)}"`],
  ['blanks', ' \n\r\t'.repeat(1000)],
])('%s are no pings at first sight', (_what, body) => {
  expect(look(bytes(body))).toMatchObject({ code: 'invalid_body' });
});

test('what stands in texts does not nest', () => {
  const text = `${'['.repeat(40)}\\"${'{'.repeat(40)}\\\\`;
  const body = `[{"a":"${text}","b":"${text}"},{"c":1}]`;
  expect(read(bytes(body))).toEqual({ entries: JSON.parse(body), batch: true });
});

test('a byte order mark is skipped', () => {
  const marked = (text: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes(text)]);
  expect(read(marked('{"a":1}'))).toEqual({ entries: [{ a: 1 }], batch: false });
  expect(read(marked('[{"a":1}]'))).toEqual({ entries: [{ a: 1 }], batch: true });
});
