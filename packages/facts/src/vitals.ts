import { raw, type Sql, sql, table } from '@tallyhouse/sql';
import { type Column, columnsIn } from './columns.ts';
import type { DayWindow } from './window.ts';

/** Web vitals of pageviews, as columns of what has a row for each. */
export const vitalColumns: readonly Column[] = columnsIn(`
lcp_ms | Nullable(UInt32) | Largest Contentful Paint in milliseconds; null when none was reported
inp_ms | Nullable(UInt32) | Interaction to Next Paint in milliseconds; null when none was reported
fcp_ms | Nullable(UInt32) | First Contentful Paint in milliseconds; null when none was reported
ttfb_ms | Nullable(UInt32) | Time to First Byte in milliseconds; null when none was reported
cls | Nullable(Float64) | Cumulative Layout Shift; null when none was reported`);

/** For settled tables, which sort pageviews with values apart from the many without. */
export const hasVitals: Column = {
  name: 'has_vitals',
  type: 'Bool',
  comment: 'Whether the browser reported any of its web vitals',
  codec: 'ZSTD(1)',
};

/** The columns of a map of vitals. @param map SQL of the map */
export const vitalsIn = (map: string): readonly string[] =>
  vitalColumns.map(({ name, type }) => {
    const value = `${map}['${name}']`;
    const typed = type === 'Nullable(UInt32)' ? `toUInt32(${value})` : value;
    return `if(mapContains(${map}, '${name}'), ${typed}, null) as ${name}`;
  });

const namesOfVitals: ReadonlySet<string> = new Set([...vitalColumns, hasVitals].map(({ name }) => name));
export const isVital = (column: string): boolean => namesOfVitals.has(column);

/** How the pageviews of a day get their vitals: joined, as few have any, so that the others cost nothing. */
export const vitalsOfDay = ({ key }: Pick<DayWindow, 'key'>): { columns: Sql; join: Sql } => ({
  columns: raw(`,
    ${[...vitalsIn('vitals_of_views.vitals'), 'notEmpty(vitals_of_views.vitals) as has_vitals'].join(',\n    ')}`),
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
