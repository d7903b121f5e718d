import fc from 'fast-check';
import { encodeRow, insertHeader, lineEnd, rowVersionOf } from './codec.ts';
import { columns, logColumns, type PingRow, rowVersion, versionColumn } from './columns.ts';

const text = fc.string({ unit: 'grapheme' });
const uuid = fc.uuid({ version: 7 });
const time = fc.integer({ min: Date.UTC(2016, 0), max: Date.UTC(2036, 0) });

function anyValue(type: string): fc.Arbitrary<unknown> {
  if (type === 'UUID') return uuid;
  if (type.startsWith('Enum8')) return fc.constantFrom('view', 'engage');
  if (type.startsWith('DateTime64')) return time;
  if (type === 'UInt8') return fc.integer({ min: 0, max: 255 });
  if (type === 'UInt32') return fc.integer({ min: 0, max: 2 ** 32 - 1 });
  if (type.startsWith('Nullable')) return fc.option(fc.float({ noNaN: true, min: -180, max: 180 }));
  return text;
}

const anyValues = Object.fromEntries(columns.map(({ name, type }) => [name, anyValue(type)]));
const anyRow = fc.record(anyValues) as unknown as fc.Arbitrary<PingRow>;

test('an encoded row is one line: a JSON array of its version and each column in its place', () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      const encoded = encodeRow(row);
      expect(rowVersionOf(encoded)).toBe(rowVersion);
      expect(encoded.toString()).not.toContain('\n');
      const [version, ...values]: unknown[] = JSON.parse(encoded.toString());
      expect(version).toBe(rowVersion);
      const decoded = columns.map(({ name, type }, index) => {
        const value = values[index];
        if (!type.startsWith('DateTime64')) return [name, value];
        // Times keep their milliseconds.
        expect(value).toMatch(/^\d+\.\d{3}$/);
        return [name, Math.round(Number(value) * 1000)];
      });
      expect(Object.fromEntries(decoded)).toEqual(JSON.parse(JSON.stringify(row)));
    }),
  );
});

test('the header names every column and its type, and a line ends with its place in the log', () => {
  const [names, types, rest] = insertHeader().split('\n');
  const all = [versionColumn, ...columns, ...logColumns];
  expect(JSON.parse(names ?? '')).toEqual(all.map(({ name }) => name));
  expect(JSON.parse(types ?? '')).toEqual(all.map(({ type }) => type));
  expect(rest).toBe('');
  expect(`["a"${lineEnd(3, 18446744073709551615n)}`).toBe('["a",3,18446744073709551615]\n');
});

test('the header of an older version leaves out the columns that came later, wherever they stand', () => {
  const fields = {
    ping_id: { type: 'UUID', comment: 'The ping' },
    url: { rule: { kind: 'url' }, comment: 'Not stored' },
    language: { type: 'String', since: 3, comment: 'Brought by version 3' },
    site_id: { type: 'String', comment: 'The site' },
  } as const;
  const names = (version: number) => JSON.parse(insertHeader(version, fields).split('\n')[0] ?? '');
  const place = ['log_partition', 'log_offset'];
  expect(names(2)).toEqual(['row_version', 'ping_id', 'site_id', ...place]);
  expect(names(3)).toEqual(['row_version', 'ping_id', 'language', 'site_id', ...place]);
  expect(() => names(4)).toThrow('no row version');
  for (const version of [1, rowVersion + 1]) expect(() => insertHeader(version)).toThrow('no row version');
});

const noVersion = ['["0199",', '[256,"0199",', '[1000,', '[1,"0199",', '[0,"0199",', '[,', '[', '[2', '[ 2,'];

test.each<[string, number]>([
  ['[2,"0199",', 2],
  ['[3,', 3],
  ['[255,"0199",', 255],
  // The first messages had none.
  ...[...noVersion, '[2.5,', '2,', 'nonsense', ''].map((text) => [text, 2] satisfies [string, number]),
])('%j begins a message of version %i', (text, version) => {
  expect(rowVersionOf(Buffer.from(text))).toBe(version);
});
