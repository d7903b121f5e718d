import fc from 'fast-check';
import { jsonText } from './json-text.ts';

test.each([0, 1, 99, 100, 101, 200, 5000])(
  'a list of %d entries in an object is written completely',
  async (length) => {
    const list = Array.from({ length }, (_, index) => ({ index, text: `"${index}"` }));
    const value = { meta: { start: new Date(0), none: null, missing: undefined }, data: { list } };
    expect(await jsonText(value)).toBe(JSON.stringify(value));
  },
);

test('the output equals that of JSON.stringify', async () => {
  const anything = fc.object({ values: [fc.string(), fc.double(), fc.boolean(), fc.constant(null)] });
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      expect(await jsonText(value)).toBe(JSON.stringify(value));
    }),
  );
});
