import fc from 'fast-check';
import { edited } from './lines.ts';

const text = 'sites: { a: { hosts: [b.example, c.example] } }\n';
const column = fc.nat(text.length);
const edit = fc.tuple(column, column, fc.constantFrom('', '+', 'new', '\n')).map(([one, other, added]) => {
  return { from: Math.min(one, other), to: Math.max(one, other), text: added };
});
/** Several insertions at a position, and at the start of what is replaced, are no overlap. */
const edits = fc
  .array(edit, { maxLength: 12 })
  .map((all) =>
    all.filter(({ from, to }, index) =>
      all.slice(0, index).every((other) => to <= other.from || from >= other.to),
    ),
  );

test('edits in one pass are edits from the end to the start, one after the other', () => {
  const oneByOne = (all: { from: number; to: number; text: string }[]) =>
    [...all]
      .reverse()
      .sort((one, other) => other.from - one.from || other.to - one.to)
      .reduce((result, { from, to, text }) => result.slice(0, from) + text + result.slice(to), text);
  fc.assert(
    fc.property(edits, (all) => expect(edited(text, all)).toBe(oneByOne(all))),
    { numRuns: 3000 },
  );
  expect(edited(text, [])).toBe(text);
});
