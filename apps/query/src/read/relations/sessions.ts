import { raw, type Sql, sql } from '@tallyhouse/sql';
import { sumsOf } from '../metrics.ts';
import type { Relation } from '../relation.ts';

const byHour = { by: 'hour' } as const;

export const deviceVisits = sumsOf('sessions', {
  by: ['browser', 'os', 'device_type'],
  metrics: ['visits'],
  sums: byHour,
});

export const placeVisits = sumsOf('sessions', {
  by: ['country', 'region', 'city'],
  metrics: ['visits'],
  sums: byHour,
});

export const sourceVisits = sumsOf('sessions', {
  by: ['source', 'medium'],
  metrics: ['visits', 'visitors', 'bounces'],
  tables: ['settled_sessions', 'settled_sources'],
  sums: {
    by: 'day',
    rows: (from) => sql`
select
    source,
    medium,
    settled_sources.visits as visits,
    settled_sources.visitors as visitors,
    settled_sources.bounces as bounces
from ${from.sources()}`,
  },
});

/** By any property of sessions, as `value`. */
export function propertyVisits(property: string): Relation {
  const sums = sumsOf('sessions', { by: [property], metrics: ['visits', 'visitors', 'bounces'] });
  const named = (rows: Sql) => sql`
select
    ${raw(property)} as value,
    visits,
    visitors,
    bounces
from (
    ${rows}
)`;
  return { ...sums, rows: (from) => named(sums.rows(from)) };
}

/** The visitors of sessions by some of their properties. */
export const propertyVisitors = (properties: readonly string[]) =>
  sumsOf('sessions', { by: properties, metrics: ['visitors'] });

/** By bucket of the report. */
export const sessionTotals = sumsOf('sessions', {
  by: ['bucket'],
  metrics: ['visits', 'bounces', 'duration_ms'],
});
