import { toCsv } from './csv.ts';

test('quotes texts but not numbers, and leaves missing values empty', () => {
  const rows = toCsv(['name', 'n'], [{ n: 1.5, name: 'a "b", c' }]);
  expect(rows).toBe('"name","n"\r\n"a ""b"", c",1.5\r\n');
  expect(toCsv(['a', 'b', 'c'], [{ a: 'line\nbreak', b: null }])).toBe('"a","b","c"\r\n"line\nbreak",,\r\n');
});

test('changes the same texts as the exports (`defused` in their SQL)', () => {
  const ascii = Array.from({ length: 128 }, (_, code) => code);
  const changed = ascii.filter((code) =>
    toCsv(['a'], [{ a: String.fromCharCode(code) }]).startsWith('"a"\r\n"\''),
  );
  // The apostrophe itself stays as sent.
  expect(changed.filter((code) => code !== 39)).toEqual([9, 13, 43, 45, 61, 64]);
});
