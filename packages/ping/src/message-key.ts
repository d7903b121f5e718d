import { emptyRow, type PingRow } from './columns.ts';

/**
 * The key of a row's message: its session, so that all rows of one session reach the same shard, events with an id among them. An event
 * with an id and no session has its id: sent again, it follows the first.
 */
export function keyOf({ site_id, session_id, event_id, ping_id }: PingRow): string {
  if (session_id !== emptyRow.session_id) return session_id;
  return event_id === '' ? ping_id : `${site_id} ${event_id}`;
}
