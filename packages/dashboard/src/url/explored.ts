import { type Dimension, dimensionName, isDimension } from '../filters/filter.ts';
import { messages } from '../words/words.ts';

/** The question of Explore, and how its result is shown. The API checks metrics and their order. */
export interface Explored {
  dimensions: readonly ExploredDimension[];
  metrics: readonly string[];
  /** A dimension or metric, `-` before it for descending; undefined: the order of the API. */
  sort: string | undefined;
  offset: number;
  shape: Shape;
}

export type ExploredDimension = Dimension | 'bucket' | 'site';

export const shapes = ['table', 'lines', 'bars', 'heat'] as const;
export type Shape = (typeof shapes)[number];
export const mostDimensions = 3;

export const nothingExplored: Explored = {
  dimensions: [],
  metrics: [],
  sort: undefined,
  offset: 0,
  shape: 'table',
};

/** The name for readers. */
export function exploredName(dimension: ExploredDimension): string {
  if (dimension === 'bucket') return messages.filters.time;
  return dimension === 'site' ? messages.filters.siteDimension : dimensionName(dimension);
}

export const isExploredDimension = (name: string): name is ExploredDimension =>
  name === 'bucket' || name === 'site' || isDimension(name);
const isShape = (text: string): text is Shape => shapes.some((one) => one === text);

/** Reads a parameter of the address. @param parse returns undefined for a text that `accepts` does not cover */
type Read = <T>(name: string, accepts: string, parse: (text: string) => T | undefined) => T | undefined;

export function readExplored(read: Read): Explored {
  const dimensions = read('dimensions', messages.address.dimensions(`${mostDimensions}`), (text) => {
    const names = [...new Set(text.split(','))];
    return names.length <= mostDimensions && names.every(isExploredDimension) ? names : undefined;
  });
  const offset = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);
  const shape = (text: string) => (isShape(text) ? text : undefined);
  return {
    dimensions: dimensions ?? [],
    metrics: read('metrics', messages.address.metrics, (text) => text.split(',')) ?? [],
    sort: read('sort', messages.address.sort, (text) => text || undefined),
    offset: read('offset', messages.address.offset, offset) ?? 0,
    shape: read('show', messages.address.oneOf(shapes.join(', ')), shape) ?? 'table',
  };
}

export function writeExplored(explored: Explored, to: URLSearchParams): void {
  const { dimensions, metrics, sort, offset, shape } = explored;
  if (dimensions.length > 0) to.set('dimensions', dimensions.join(','));
  if (metrics.length > 0) to.set('metrics', metrics.join(','));
  if (sort !== undefined) to.set('sort', sort);
  if (offset > 0) to.set('offset', String(offset));
  if (shape !== 'table') to.set('show', shape);
}
