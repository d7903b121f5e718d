/** The day of a site: of its time zone in the sites file, which the query app keeps in `site_zones` (apps/query/src/time/keep-zones.ts). */
import type { Column } from '@tallyhouse/facts';
import { raw, type Sql, sql } from '@tallyhouse/sql';

const comment = (time: string) =>
  `Day of ${time} in the time zone of the site (sites.timezone). Filter on date too, a day more at each end: it narrows what is read`;

/** The column of a view that has such a time; none of another view. */
export const localDate = (time: string | undefined): Column[] =>
  time === undefined ? [] : [{ name: 'local_date', type: 'Date', comment: comment(time) }];

/**
 * A common table expression, for the functions below: the newest row of the table, with UTC before all zones, as arrays must not be empty.
 * @param from the table, wherever it is read
 */
export const zonesOfSites = (from: Sql): Sql => sql`
(
    select (
        arrayPushFront(argMax(site_ids, kept_at), ''),
        arrayPushFront(argMax(timezones, kept_at), 'UTC'),
        arrayPushFront(argMax(zones, kept_at), toUInt16(0)),
        arrayPushFront(argMax(spans, kept_at), toInt64(0)),
        arrayPushFront(argMax(offsets, kept_at), toInt32(0))
    )
    from ${from}
) as zones_of_sites`;

const part = (number: number) => `tupleElement(zones_of_sites, ${number})`;

/** The name of the zone of `site_id`. */
export const timezoneOf = raw(`transform(toString(site_id), ${part(1)}, ${part(2)}, 'UTC')`);

const span = (time: string) =>
  `roundDown(bitShiftLeft(toInt64(transform(toString(site_id), ${part(1)}, ${part(3)}, toUInt16(0))), 36) + toUnixTimestamp(${time}), ${part(4)})`;

/** The day of a time in the zone of `site_id`. The span begins at the last moment before it at which clocks were set. */
export const localDateOf = (time: string): Sql =>
  raw(
    `toDate(${time} + toIntervalSecond(transform(${span(time)}, ${part(4)}, ${part(5)}, toInt32(0)))) as local_date`,
  );
