import { vitals } from '@tallyhouse/ping/vitals';
import { raw, type Sql, sql, table } from '@tallyhouse/sql';
import type { Column } from './columns.ts';
import type { DayWindow } from './window.ts';

/** Web vitals, as columns of tables with a row for each pageview. */
export const vitalColumns: readonly Column[] = Object.entries(vitals).map(([name, { isTime, long }]) => ({
  name,
  type: isTime ? 'Nullable(UInt32)' : 'Nullable(Float64)',
  comment: `${long}${isTime ? ' in milliseconds' : ''}; null when none was reported`,
  codec: 'ZSTD(1)',
}));

/** For settled tables, which sort the few pageviews with values apart from the others. */
export const hasVitals: Column = {
  name: 'has_vitals',
  type: 'Bool',
  comment: 'Whether the browser reported any of its web vitals',
  codec: 'ZSTD(1)',
};

/** The columns of a map of vitals. @param map SQL of the map; @param wanted all by default */
export const vitalsIn = (map: string, wanted?: readonly string[]): readonly string[] =>
  Object.entries(vitals).flatMap(([name, { isTime }]) => {
    if (wanted?.includes(name) === false) return [];
    const value = `${map}['${name}']`;
    return `if(mapContains(${map}, '${name}'), ${isTime ? `toUInt32(${value})` : value}, null) as ${name}`;
  });

const namesOfVitals: ReadonlySet<string> = new Set([...vitalColumns, hasVitals].map(({ name }) => name));
export const isVital = (column: string): boolean => namesOfVitals.has(column);

/** Joins these vitals to the pageviews of a day: few pageviews have any, so the others cost nothing. */
export const vitalsOfDay = (wanted: readonly string[], { key }: DayWindow): { columns: Sql; join: Sql } => ({
  columns: raw(`,
    ${[...vitalsIn('vitals_of_views.vitals', wanted), 'notEmpty(vitals_of_views.vitals) as has_vitals'].join(',\n    ')}`),
  join: sql`
left any join (
    select
        site_id,
        session_hour,
        session_id,
        pageview_id,
        maxMap(pageviews.vitals) as vitals
    from ${table('pageviews')}
    where ${key}
      and notEmpty(pageviews.vitals)
    group by
        site_id,
        session_hour,
        session_id,
        pageview_id
) as vitals_of_views using (site_id, session_hour, session_id, pageview_id)`,
});
