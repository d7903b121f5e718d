import { emptyRow } from './columns.ts';
import { keyOf } from './message-key.ts';

const ping = { ...emptyRow, site_id: 'blog', ping_id: 'a ping' };

test.each([
  [{ ...ping, session_id: 'a session', event_id: 'an event' }, 'a session'],
  [{ ...ping, event_id: 'an event' }, 'blog an event'],
  [ping, 'a ping'],
])('rows of one session, and an event that is sent again, have one key', (row, key) => {
  expect(keyOf(row)).toBe(key);
});
