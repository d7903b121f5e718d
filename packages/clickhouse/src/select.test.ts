import { only } from './select.ts';

test('only returns the single row', () => {
  expect(only(['row'])).toBe('row');
  expect(() => only([])).toThrow('expected one row, got 0');
  expect(() => only(['row', 'row'])).toThrow('expected one row, got 2');
});
