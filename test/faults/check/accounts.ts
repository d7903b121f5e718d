import { type Reporting, withQuery } from './query.ts';
import type { Stored } from './stored.ts';

/** The outcomes of the pings of each site, as the service reports them. */
export function askAccounts(place: Reporting, siteIds: readonly string[], now: number): Promise<unknown[]> {
  const day = 86_400_000;
  // A clock of ingest may have been wrong by a day.
  const range = `start=${new Date(now - 3 * day).toISOString()}&end=${new Date(now + 3 * day).toISOString()}`;
  return withQuery(place, now, async (ask) => {
    const accounts: unknown[] = [];
    for (const site of siteIds) {
      const { buckets: _, ...account } = JSON.parse(await ask(`/api/v1/pings?site_id=${site}&${range}`)).data;
      accounts.push(account);
    }
    return accounts;
  });
}

/** The expected outcomes: received = stored + dropped by reason, and no dead letters. */
export function accountOf(siteId: string, { rows, dropped }: Stored) {
  const count = (of: Stored['rows']) => of.filter((row) => row.site_id === siteId).length;
  const [stored, bots] = [count(rows), count(dropped)];
  return {
    received: stored + bots,
    accepted: stored,
    stored,
    dead_lettered: 0,
    dropped: bots,
    dropped_by_reason: bots > 0 ? [{ reason: 'bot', pings: bots }] : [],
  };
}
