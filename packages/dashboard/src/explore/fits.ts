import {
  type Explored,
  type ExploredDimension,
  exploredName,
  mostDimensions,
  mostMetrics,
  type Shape,
} from '../url/explored.ts';
import { isRevenue, metricWords } from './metrics.ts';

/** Whether rows of this dimension are events. */
const isOfEvents = (dimension: string) => dimension === 'event' || dimension.startsWith('prop.');
/** Whether rows of events have this metric. */
const countsEvents = (metric: string) =>
  ['events', 'visitors', 'visits'].includes(metric) || isRevenue(metric);
/** Whether it is about events that have no page that led to them. */
const hasNoReferrer = (metric: string) => metric === 'events' || isRevenue(metric);

/** Why a metric cannot join a question; undefined if it can. */
export function whyNotMetric(
  metric: string,
  { dimensions, metrics }: Explored,
  withGoal: boolean,
): string | undefined {
  const rows = dimensions.find(isOfEvents);
  if (metrics.length >= mostMetrics) return `at most ${mostMetrics}`;
  if (rows && !countsEvents(metric)) return `not of ${exploredName(rows).toLowerCase()} rows`;
  if (dimensions.includes('referrer') && hasNoReferrer(metric)) return 'not by referrer';
  return metric.startsWith('conversion') && !withGoal ? 'needs a goal' : undefined;
}

/** Why a dimension cannot join a question; undefined if it can. */
export function whyNotDimension(
  dimension: ExploredDimension,
  { dimensions, metrics }: Explored,
): string | undefined {
  if (dimensions.length >= mostDimensions) return `at most ${mostDimensions}`;
  const wrong = metrics.find((metric) =>
    isOfEvents(dimension) ? !countsEvents(metric) : dimension === 'referrer' && hasNoReferrer(metric),
  );
  return wrong && `not with ${metricWords(wrong).toLowerCase()}`;
}

/** Why a question cannot be shown in a shape; undefined if it can. */
export function whyNotShape(shape: Shape, { dimensions }: Explored): string | undefined {
  switch (shape) {
    case 'lines':
      return dimensions.includes('bucket') && dimensions.length <= 2
        ? undefined
        : 'Lines show time, and at most one more dimension.';
    case 'bars':
      return dimensions.length > 0 ? undefined : 'Bars need a dimension.';
    case 'heat':
      return dimensions.length === 2 ? undefined : 'A heat map needs two dimensions.';
    case 'table':
      return undefined;
  }
}
