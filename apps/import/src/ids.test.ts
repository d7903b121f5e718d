import { timeInId } from '@tallyhouse/ping';
import { createImportIds } from './ids.ts';

const times = [Date.UTC(2018, 5), Date.UTC(2023, 11, 20), Date.UTC(2024, 0, 10)];
const [none, those2020] = [() => false, (id: string) => timeInId(id) === Date.UTC(2020, 0)];

test.each<[string, days: number, isKnown: (id: string) => boolean, same: boolean[]]>([
  ['stays the same', 0, none, [true, true, true]],
  ['stays that of its four years where 0.2 imported the visitor', 0, those2020, [true, false, true]],
  ['changes with VISITOR_ID_DAYS', 10, none, [true, false, false]],
])('the id of a visitor %s, and is older than a visit', (_, days, isKnown, same) => {
  const { visitor } = createImportIds('secret', 'blog', 'ga4', days);
  const ids = times.map((at) => visitor(at, 'ann', isKnown));
  expect(ids.map((id) => id === ids[0])).toEqual(same);
  expect(ids.map(timeInId).every((made, index) => made <= (times[index] ?? 0))).toBe(true);
  expect(visitor(times[0] ?? 0, 'bob', isKnown)).not.toBe(ids[0]);
});
