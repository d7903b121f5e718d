import { only } from './select.ts';

test('one row is one row', () => {
  expect(only(['row'])).toBe('row');
  expect(() => only([])).toThrow('one row was expected, not 0');
  expect(() => only(['row', 'row'])).toThrow('one row was expected, not 2');
});
