import type { Ask } from '@tallyhouse/service';
import { z } from 'zod';
import { askFor, iso } from './ask.ts';

/** A row of /sites: the last ping of a site, and its pageviews in parts of the period. */
const row = z.object({
  site_id: z.string(),
  last_ping_at: z.string().nullable(),
  sparkline: z.array(z.number()),
});

/** Every site that ever sent a ping, by id. @param range milliseconds since 1970 */
export async function readSites(
  ask: Ask,
  { start, end }: { start: number; end: number },
): Promise<ReadonlyMap<string, z.output<typeof row>>> {
  const found = new Map<string, z.output<typeof row>>();
  const parameters = { start: iso(start), end: iso(end), limit: 'all' };
  for (;;) {
    const page = await askFor(ask, z.array(row), '/sites', { ...parameters, offset: `${found.size}` });
    for (const row of page) found.set(row.site_id, row);
    if (page.length < most) return found;
  }
}

/** The most rows that `limit=all` returns. */
const most = 1000;
