import { raw, sql } from '@tallyhouse/sql';
import { sumsOf } from '../metrics.ts';
import type { Relation } from '../relation.ts';

export const deviceVisits = sumsOf('sessions', { by: ['browser', 'os', 'device_type'], metrics: ['visits'] });

export const placeVisits = sumsOf('sessions', { by: ['country', 'region', 'city'], metrics: ['visits'] });

export const sourceVisits = sumsOf('sessions', {
  by: ['source', 'medium'],
  metrics: ['visits', 'visitors', 'bounces'],
});

/** Visits by a property of sessions, as `value`. */
export const propertyVisits = (property: string) =>
  sumsOf('sessions', { by: [{ column: property, as: 'value' }], metrics: ['visits', 'visitors', 'bounces'] });

export const propertyVisitors = (properties: readonly string[]) =>
  sumsOf('sessions', { by: properties, metrics: ['visitors'] });

/** Sessions of visitors, each with a property, whatever the filters. */
export const touches = (property: string): Relation => ({
  tables: ['settled_sessions'],
  rows: (from) => sql`
select
    visitor_id,
    first_seen_at,
    toString(${raw(property)}) as value,
    source = 'Direct' as is_direct
from ${from.sessions([...new Set(['visitor_id', 'first_seen_at', 'source', property])])}`,
  unfiltered: true,
  shards: 'within one',
});
