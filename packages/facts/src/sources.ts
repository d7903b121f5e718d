import { final, type Sql, sql } from '@tallyhouse/sql';
import { type Column, packed, text, visitorStates } from './columns.ts';
import type { DayWindow } from './window.ts';

export const sourceColumns: readonly Column[] = [
  { name: 'source', type: text, comment: 'Source of the visits: a name (Google), a domain, or Direct' },
  { name: 'medium', type: text, comment: 'Kind of source' },
  packed('visits', 'UInt64', 'Sessions that began on the day', 'T64, ZSTD(1)'),
  { name: 'visitors', type: visitorStates, comment: 'Visitors of these sessions' },
  packed('bounces', 'UInt64', 'Of these, sessions with one pageview', 'T64, ZSTD(1)'),
];

/** The sources of the sessions of a day. */
export const sourcesOfDay = ({ key, at }: DayWindow): Sql => sql`
select
    site_id,
    source,
    medium,
    count() as visits,
    uniqCombined64State(17)(visitor_id) as visitors,
    countIf(bounced) as bounces
from ${final('sessions')}
where ${key}
  and ${at('first_seen_at')}
group by
    site_id,
    source,
    medium`;
