import { toCsv } from './csv.ts';

test('texts are quoted, numbers are not, and what does not exist is empty', () => {
  expect(
    toCsv(
      ['name', 'n'],
      [
        ['a "b", c', 1.5],
        ['line\nbreak', null],
      ],
    ),
  ).toBe('"name","n"\r\n"a ""b"", c",1.5\r\n"line\nbreak",\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('a spreadsheet does not run %j', (text) => {
  expect(toCsv([], [[text]])).toBe(`\r\n"'${text}"\r\n`);
});
