import { HttpError } from '@tallyhouse/service';
import { decode, look } from './decode.ts';

/** What comes of a body that is looked at first, and parsed only when it looks like pings. */
function read(body: string | Buffer) {
  const looked = look(Buffer.from(body));
  return looked instanceof HttpError ? looked : decode(looked);
}

test('an object is one ping', () => {
  expect(read(' {"page_path": "/"}')).toEqual({ entries: [{ page_path: '/' }], batch: false });
});

test('an array that begins with an object is a batch, whatever follows, of up to 500', () => {
  expect(read('\n[{"a": 2}, 1]')).toEqual({ entries: [{ a: 2 }, 1], batch: true });
  expect(read(`[${'{},'.repeat(499)}{}]`)).toMatchObject({ batch: true });
});

test('a single ping over 64 KiB is too large, a batch of that size is not', () => {
  const long = JSON.stringify({ page_title: 'x'.repeat(65 * 1024) });
  expect(read(long)).toMatchObject({ code: 'payload_too_large' });
  expect(read(`[${long}]`)).toMatchObject({ batch: true });
});

const levels = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

test('32 levels of nesting are read, more are refused before they are parsed', () => {
  expect(read(levels(32))).toMatchObject({ batch: false });
  expect(read(`[${levels(31)}]`)).toMatchObject({ batch: true });
  const refused = { code: 'invalid_body', message: 'The body nests deeper than 32 levels.' };
  for (const body of [levels(33), levels(10_000), `[${levels(32)}]`, `[{},${levels(32)}]`]) {
    expect(look(Buffer.from(body))).toMatchObject(refused);
  }
});

test.each([
  ['nothing', ''],
  ['a word', 'nonsense'],
  ['brackets', '['.repeat(1024 * 1024)],
  ['brackets in an object', `[{"a":${'['.repeat(1024 * 1024)}`],
  ['a number', '7'],
  ['numbers', `[${'1,'.repeat(100_000)}1]`],
  ['texts', '["a",{}]'],
  ['more than 500 entries', `[${'{},'.repeat(500)}{}]`],
  ['entries beyond the first', `[{},${'1,'.repeat(100_000)}1]`],
  ['a comment', '/* [{}] */'],
  ['a text of brackets', `"${'['.repeat(1000)}"`],
  ['blanks', ' \n\r\t'.repeat(1000)],
])('%s are no pings at first sight', (_what, body) => {
  expect(look(Buffer.from(body))).toMatchObject({ code: 'invalid_body' });
});

test('brackets in texts do not nest', () => {
  const text = `${'['.repeat(40)}\\"${'{'.repeat(40)}\\\\`;
  const body = `[{"a":"${text}","b":"${text}"},{"c":1}]`;
  expect(read(body)).toEqual({ entries: JSON.parse(body), batch: true });
});

test('a byte order mark is skipped', () => {
  expect(read('\ufeff{"a":1}')).toEqual({ entries: [{ a: 1 }], batch: false });
  expect(read('\ufeff[{"a":1}]')).toEqual({ entries: [{ a: 1 }], batch: true });
});
