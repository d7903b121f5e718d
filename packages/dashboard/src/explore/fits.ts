import {
  type Explored,
  type ExploredDimension,
  exploredName,
  mostDimensions,
  type Shape,
} from '../url/explored.ts';
import { messages } from '../words/words.ts';
import { currencyOf, metricWords } from './metrics.ts';

const mostMetrics = 10;
const isOfEvents = (dimension: string) => dimension === 'event' || dimension.startsWith('prop.');
const isSum = (metric: string) => metric === 'events' || currencyOf(metric) !== undefined;

/** Whether a metric and a dimension fit together. Events have no referrer, and in rows of events only events are counted. */
const areApart = (dimension: string, metric: string) =>
  (isOfEvents(dimension) && !isSum(metric) && metric !== 'visits' && metric !== 'visitors') ||
  (dimension === 'referrer' && isSum(metric));

/** Why a metric cannot join a question; undefined if it can. */
export function whyNotMetric(name: string, { dimensions, metrics }: Explored, withGoal: boolean) {
  if (metrics.length >= mostMetrics) return messages.explore.atMost(`${mostMetrics}`);
  const other = dimensions.find((dimension) => areApart(dimension, name));
  if (other) return messages.explore.notBy(messages.general.inText(exploredName(other)));
  return name.startsWith('conversion') && !withGoal ? messages.explore.needsGoal : undefined;
}

/** Why a dimension cannot join a question; undefined if it can. */
export function whyNotDimension(name: ExploredDimension, { dimensions, metrics }: Explored) {
  if (dimensions.length >= mostDimensions) return messages.explore.atMost(`${mostDimensions}`);
  if (name === 'referrer' && dimensions.some(isOfEvents)) return messages.explore.eventsHaveNone;
  if (isOfEvents(name) && dimensions.includes('referrer'))
    return messages.explore.notBy(messages.general.inText(exploredName('referrer')));
  const other = metrics.find((metric) => areApart(name, metric));
  return other && messages.explore.notWith(messages.general.inText(metricWords(other)));
}

/** Why a question cannot be shown in a shape; undefined if it can. */
export function whyNotShape(shape: Shape, { dimensions }: Explored) {
  const isLines = dimensions.includes('bucket') && dimensions.length <= 2;
  if (shape === 'lines' && !isLines) return messages.explore.linesNeed;
  if (shape === 'bars' && dimensions.length === 0) return messages.explore.barsNeed;
  return shape === 'heat' && dimensions.length !== 2 ? messages.explore.heatNeeds : undefined;
}
