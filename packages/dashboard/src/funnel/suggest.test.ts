import type { Journey } from '../api/reports.ts';
import { goalText } from '../goal/goal.ts';
import { journey } from '../journeys/journey-under-test.ts';
import { suggestionsOf } from './suggest.ts';

const suggested = (...journeys: Journey[]) =>
  suggestionsOf(journeys).map((steps) => steps.map(goalText).join(' '));

test('ways to events come first, each to another one, then ways of three pages', () => {
  const ways = suggested(
    journey(90, '/', '/docs', '/pricing'),
    journey(80, '/', '/docs'),
    journey(9, '/a', '/pricing', 'Signup', '/done'),
    journey(8, '/pricing', 'Signup'),
    journey(4, '/pricing', 'Signup', '/next'),
    journey(7, '/', 'Call', '/', 'Call'),
    journey(6, '/', 'Call'),
    journey(50, 'Ping'),
  );
  const toEvents = ['page:/pricing event:Signup', 'page:/ event:Call'];
  expect(ways).toEqual([...toEvents, 'page:/ page:/docs page:/pricing']);
  expect(suggested()).toEqual([]);
});
