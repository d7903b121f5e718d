import { channelOf } from '../channel.ts';
import { chosenSessions } from '../chosen.ts';
import type { ResolvedRequest } from './report.ts';

/** A row for each session of a period: most columns are those of its first ping. */
export function exportSessions({ site, range, filters }: ResolvedRequest) {
  return chosenSessions(site, range, filters).map(({ session_id, first, first_seen_at, last_seen_at }) => ({
    ...first,
    session_id,
    channel: channelOf(first),
    referrer_source: first.source,
    referrer_medium: first.medium,
    first_seen_at: new Date(first_seen_at).toISOString(),
    last_seen_at: new Date(last_seen_at).toISOString(),
  }));
}
