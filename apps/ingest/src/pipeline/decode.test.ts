import { HttpError } from '@tallyhouse/service';
import { decode } from './decode.ts';

const bytes = (text: string) => Buffer.from(text);
const codeOf = (body: Uint8Array) => {
  const decoded = decode(body);
  return decoded instanceof HttpError ? decoded.code : decoded;
};

test('an object is one ping', () => {
  expect(decode(bytes(' {"page_path": "/"}'))).toEqual({ entries: [{ page_path: '/' }], batch: false });
});

test('an array is a batch, whatever it holds', () => {
  expect(decode(bytes('\n[1, {"a": 2}]'))).toEqual({ entries: [1, { a: 2 }], batch: true });
});

test.each(['', '{', 'nonsense', '"text"', '7', 'null', '[]', `[${'1,'.repeat(500)}1]`])(
  'the body %.20j is refused',
  (body) => {
    expect(codeOf(bytes(body))).toBe('invalid_body');
  },
);

test('500 pings are a batch', () => {
  expect(decode(bytes(`[${'1,'.repeat(499)}1]`))).toMatchObject({ batch: true });
});

test('a single ping over 64 KiB is too large, a batch of that size is not', () => {
  const long = JSON.stringify({ page_title: 'x'.repeat(65 * 1024) });
  expect(codeOf(bytes(long))).toBe('payload_too_large');
  expect(decode(bytes(`[${long}]`))).toMatchObject({ batch: true });
});

test('invalid UTF-8 is replaced', () => {
  const body = Buffer.concat([bytes('{"page_title": "a'), Buffer.from([0xff]), bytes('b"}')]);
  expect(decode(body)).toEqual({ entries: [{ page_title: 'a\uFFFDb' }], batch: false });
});

test('ten thousand levels of nesting are read', () => {
  expect(decode(bytes(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`))).toMatchObject({ batch: false });
});
