import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import type { Filled } from './fill/fill.ts';
import { type Line, line } from './line.ts';
import { runCommand } from './process.ts';
import type { Service } from './service.ts';
import { targets } from './targets.ts';

/** A visitor with pings on the most days, or on the fewest, each of which has to be rebuilt. */
const visitorOnDays = (which: 'most' | 'fewest') => `
  select toString(visitor_id) as visitor, uniqExact(toDate(pinged_at))::UInt32 as days
  from pings
  where site_id = {site_id:String} and notEmpty(visitor_id)
  group by visitor_id
  order by days ${which === 'most' ? 'desc' : 'asc'}, visitor_id
  limit 1
`;

/** Times `tallyhouse delete` of two visitors, until no table has them and their days are rebuilt. */
export async function measureDeletion(service: Service, { siteId }: Filled): Promise<Line[]> {
  const lines: Line[] = [];
  for (const which of ['fewest', 'most'] as const) {
    const found = only(await service.query(visitorOnDays(which), { site_id: siteId }));
    const { visitor, days } = z.object({ visitor: z.string(), days: z.number() }).parse(found);
    const args = ['--site', siteId, '--visitor', visitor, '--yes'];
    const { seconds } = await runCommand('dist/delete.js', args, { CLICKHOUSE_URL: service.clickhouseUrl });
    const what = `a visitor with pings on ${days} ${days === 1 ? 'day' : 'days'}`;
    lines.push(line(what, seconds, targets.delete));
  }
  return lines;
}
