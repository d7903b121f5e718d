import { sumsOf } from '../metrics.ts';

export const deviceVisits = sumsOf('sessions', {
  by: ['browser', 'os', 'device_type'],
  metrics: ['visits'],
});

export const placeVisits = sumsOf('sessions', { by: ['country', 'region', 'city'], metrics: ['visits'] });

export const sourceVisits = sumsOf('sessions', {
  by: ['source', 'medium'],
  metrics: ['visits', 'visitors', 'bounces'],
});

/** By any property of sessions, as `value`. */
export const propertyVisits = (property: string) =>
  sumsOf('sessions', {
    by: [{ column: property, as: 'value' }],
    metrics: ['visits', 'visitors', 'bounces'],
  });

/** The visitors of sessions by some of their properties. */
export const propertyVisitors = (properties: readonly string[]) =>
  sumsOf('sessions', { by: properties, metrics: ['visitors'] });
