import { chosenEvents } from '../chosen.ts';
import type { ResolvedRequest } from './report.ts';
import { decimal } from './revenue.ts';

/** A row for each event of a period. */
export function exportEvents({ site, range, filters }: ResolvedRequest) {
  return chosenEvents(site, range, filters).map(({ ping, session, visitor_id, amount }) => ({
    site_id: ping.site_id,
    event: ping.event,
    event_id: ping.event_id,
    occurred_at: new Date(ping.pinged_at).toISOString(),
    page_path: ping.page_path,
    session_id: session?.session_id ?? '',
    visitor_id,
    props: JSON.stringify(ping.props),
    amount: ping.currency === '' ? null : Number(decimal(amount)),
    currency: ping.currency,
  }));
}
