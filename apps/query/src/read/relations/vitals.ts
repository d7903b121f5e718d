import { shownVitals, type Vital, vitals } from '@tallyhouse/ping/vitals';
import { empty, join, raw, type Sql, sql } from '@tallyhouse/sql';
import { bucketOf, milliseconds, sumsOf } from '../metrics.ts';
import type { Relation } from '../relation.ts';
import { isOfPages } from './pages.ts';

/**
 * The smallest value that at least 75 % of the values do not exceed. ClickHouse takes the value at the index `level * count`, from 0 and
 * rounded down; the wanted one is at `ceil(0.75 * count) - 1`. This level gives it for up to a billion values.
 */
const quantile = (suffix: string) => `quantileExact${suffix}(0.7499999999)`;

export type VitalsKey = 'page_path' | 'country' | 'device_type' | 'browser' | 'os' | 'bucket';

const byDay = { by: 'day' } as const;

/** All pageviews, with web vitals or without. */
export const viewsBy = (key: VitalsKey): Relation =>
  sumsOf('pageviews', { by: [key], metrics: ['views'], sums: byDay });

/**
 * The values of web vitals as states, and for each the number up to the first threshold, up to the second, and of all.
 * @param pages the only ones that count, with the key `page_path`
 */
export const vitalValues = (key: VitalsKey, pages?: readonly string[]): Relation => ({
  tables: ['settled_pageviews'],
  rows(from) {
    const [name, read] =
      key === 'bucket'
        ? [sql`${bucketOf(from.about, milliseconds('entered_at'))} as bucket`, 'entered_at']
        : [raw(key), key];
    return sql`
select
    ${name},
    ${join(shownVitals.map(partsOf), ',\n')}
from ${from.pageviews([read, ...shownVitals], sql`and has_vitals ${pages ? sql`and ${isOfPages(pages)}` : empty}`)}
group by ${raw(key)}`;
  },
  sums: byDay,
});

function partsOf(name: Vital): Sql {
  const [good, improvable] = vitals[name].thresholds;
  return raw(`${quantile('State')}(${name}) as ${name}_values,
    [countIf(${name} <= ${good}), countIf(${name} <= ${improvable}), count(${name})] as ${name}_counts`);
}

export const wholeVitals: Sql = join(
  shownVitals.map((name) =>
    raw(`${quantile('Merge')}(${name}_values) as ${name}_p75,
    sumForEach(vital_rows.${name}_counts) as ${name}_classes`),
  ),
  ',\n',
);
