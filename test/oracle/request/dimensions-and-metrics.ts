import fc from 'fast-check';
import { pageviewDimensions, sessionDimensions } from '../filter.ts';
import { vocabulary } from '../traffic/vocabulary.ts';

export interface DimensionsAndMetrics {
  dimensions: string[];
  metrics: string[];
  sort: string | undefined;
  /** Whether the range is compared with another one. */
  compare: boolean;
}

const properties = vocabulary.property.map((name) => `prop.${name}`);
/** Dimensions that are more than a column: requested more often. */
const involved = ['bucket', 'page', 'referrer', 'exit_page', 'visitor_type', 'site', 'source', 'country'];
const all = [...Object.keys(sessionDimensions), ...Object.keys(pageviewDimensions)];

const revenue = ['revenue.EUR', 'revenue.USD'];
const ofRows = [
  'visits',
  'bounce_rate',
  'visit_duration_seconds',
  'pageviews',
  'focus_time_ms',
  'scroll_depth',
];
const ofAll = [
  'views_per_visit',
  'visitors',
  'new_visitors',
  'conversions',
  'conversion_rate',
  'events',
  ...revenue,
];
const ofEvents = ['events', 'visitors', 'visits', ...revenue];

const subset = (names: readonly string[], most: number, least = 0) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: least, maxLength: most });

const asked = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      dimensions: fc.oneof(subset(involved, 3), subset([...all, 'bucket'], 3)),
      metrics: fc.oneof(subset([...ofRows, ...ofAll], 4, 1), subset([...ofRows, ...ofAll], 10, 1)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      // Events have no referrer.
      dimensions: fc
        .tuple(fc.constantFrom('event', ...properties), subset([...all, 'bucket', 'page', 'page'], 2))
        .map(([first, others]) => [...new Set([...others.filter((name) => name !== 'referrer'), first])]),
      metrics: subset(ofEvents, 4, 1),
    }),
  },
);

export const question: fc.Arbitrary<DimensionsAndMetrics> = fc
  .tuple(asked, fc.boolean(), fc.nat(), fc.constantFrom('', '-', 'rising', 'falling', undefined))
  .map(([{ dimensions, metrics: drawn }, compare, place, sign]) => {
    const countsEvents = (name: string) => name === 'events' || name.startsWith('revenue.');
    const known = dimensions.includes('referrer') ? drawn.filter((name) => !countsEvents(name)) : drawn;
    const metrics = known.length > 0 ? known : ['visits'];
    const names = [...dimensions, ...metrics];
    const isCompared = compare && !dimensions.includes('bucket');
    const byChange = sign === 'rising' || sign === 'falling';
    const sort = byChange
      ? isCompared
        ? sign
        : undefined
      : sign === undefined
        ? undefined
        : sign + names[place % names.length];
    return { dimensions, metrics, sort, compare };
  });
