/**
 * Tables with the first or newest value among pings of all time: when a visitor was first seen, the newest title of a page, the first of
 * the events with one id. After raw pings are removed, such a table may rightly have a value that is gone.
 */
import { pingLead } from '@tallyhouse/ping';
import { empty, raw, type Sql, sql, text, time } from '@tallyhouse/sql';
import { type Check, onEachServer, type ServerSubject } from '../check.ts';
import { differing, lookFor } from './differing.ts';

interface Kept {
  name: string;
  table: string;
  id: string;
  /** Whether the least value counts, or the greatest. */
  by: 'min' | 'max';
  /** The value in a row, and in a ping: a tuple that begins with its time. */
  stored: string;
  pinged: string;
  pings: Sql;
  /** The description of a row. */
  says: { noPing: string; late: string; early: string };
  /** The days of an id, in the table and in pings, and the message when the table lacks one. */
  days?: { stored: string; pinged: string; lacks: string };
}

/** Checks that visitors who were first seen in the period were first seen at their first ping. */
export const checkVisitors = checkKept({
  name: 'visitors',
  table: 'visitors',
  id: 'visitor_id',
  by: 'min',
  stored: 'tuple(first_seen_at)',
  pinged: 'tuple(pinged_at)',
  pings: sql`event = ''`,
  says: {
    noPing: 'has no ping',
    late: 'was seen earlier than its row states',
    early: 'has no ping at the first-seen time of its row',
  },
});

const noTitle = 'has no ping with the title of its row';

/** Checks that the newest titles of the period are those of the pings. */
export const checkTitles = checkKept({
  name: 'page titles',
  table: 'page_titles',
  id: 'page_path',
  by: 'max',
  stored: 'title',
  pinged: "if(page_title = '', (toDateTime64(0, 3, 'UTC'), ''), (pinged_at, page_title))",
  pings: sql`event = ''`,
  says: { noPing: noTitle, late: 'has a newer title in its pings', early: noTitle },
});

/** Checks that the first of several events with one id is known. */
export const checkEventIds = checkKept({
  name: 'event ids',
  table: 'event_ids',
  id: 'event_id',
  by: 'min',
  stored: 'first',
  pinged: '(pinged_at, ping_id)',
  pings: sql`event != '' and event_id != ''`,
  says: {
    noPing: 'has no ping',
    late: 'has an earlier event than its row states',
    early: 'has no ping of its first event',
  },
  days: {
    stored: 'groupUniqArrayArray(days)',
    pinged: 'groupUniqArray(toDate(pinged_at))',
    lacks: 'lacks a day',
  },
});

/** The time from which on all pings exist, by their own time, which may be after their receipt. */
export const keptFrom = (keptSince: number) => (keptSince === 0 ? 0 : keptSince + pingLead);

/** Checks all days at once: what belongs to the period depends on the pings of all time. */
function checkKept(kept: Kept): Check {
  return onEachServer(async (subject) => {
    subject.progress(kept.name);
    return [differing(kept.name, [await lookFor(subject.clickhouse, compareKept(kept, subject))])];
  });
}

function compareKept(
  { table, id, by, stored, pinged, pings, says, days }: Kept,
  subject: ServerSubject,
): Sql {
  const { range, keptSince } = subject;
  const best = raw(by);
  const isLate = raw(by === 'min' ? '>' : '<');
  const isEarly = raw(by === 'min' ? '<' : '>');
  const isKept = sql`tupleElement(stored, 1) >= ${time(keptFrom(keptSince))}`;
  const lacksDay = days
    ? sql`not hasAll(groupUniqArrayArrayIf(days, is_stored), groupUniqArrayArrayIf(days, not is_stored)), ${text(days.lacks)},`
    : empty;
  const half = (isStored: boolean, value: string, daysOfId: string | undefined, rows: Sql) => sql`
    select
        site_id,
        ${raw(id)} as id,
        ${raw(`${isStored}`)} as is_stored,
        ${best}(${raw(value)}) as value,
        ${raw(daysOfId ?? 'null')} as days
    from ${rows}
    group by
        site_id,
        id`;
  return sql`
select
    site_id,
    id,
    maxIf(value, is_stored) as stored,
    maxIf(value, not is_stored) as pinged,
    multiIf(
        not max(is_stored), 'has no row',
        min(is_stored), if(${isKept}, ${text(says.noPing)}, ''),
        stored ${isLate} pinged, ${text(says.late)},
        stored ${isEarly} pinged and ${isKept}, ${text(says.early)},
        ${lacksDay}
        ''
    ) as difference
from (
    ${half(true, stored, days?.stored, raw(table))}
    union all
    ${half(false, pinged, days?.pinged, sql`pings where drop_reason = '' and ${pings}`)}
)
group by
    site_id,
    id
having ${best}(tupleElement(value, 1)) >= ${time(range.from)}
   and ${best}(tupleElement(value, 1)) < ${time(range.to)}`;
}
