import { type Dimension, dimensionName, isDimension } from '../filters/filter.ts';

/** What Explore asks for, and how it shows the answer. */
export interface Explored {
  dimensions: readonly ExploredDimension[];
  /** Names of metrics, as the API has them. */
  metrics: readonly string[];
  /** One of the dimensions and metrics, `-` before it for descending; undefined: the order of the API. */
  sort: string | undefined;
  offset: number;
  shape: Shape;
}

/** Time and site are no filters of the dashboard. */
export type ExploredDimension = Dimension | 'bucket' | 'site';

export const shapes = { table: 'Table', lines: 'Lines', bars: 'Bars', heat: 'Heat map' } as const;
export type Shape = keyof typeof shapes;

/** The API's limits. */
export const mostDimensions = 3;
export const mostMetrics = 10;
export const lastOffset = 100_000;

export const nothingExplored: Explored = {
  dimensions: [],
  metrics: [],
  sort: undefined,
  offset: 0,
  shape: 'table',
};

/** The parameters of the address that hold it. */
export const exploredNames = ['dimensions', 'metrics', 'sort', 'offset', 'show'];

/** The name for readers. */
export function exploredName(dimension: ExploredDimension): string {
  if (dimension === 'bucket') return 'Time';
  return dimension === 'site' ? 'Site' : dimensionName(dimension);
}

export const isExploredDimension = (name: string): name is ExploredDimension =>
  name === 'bucket' || name === 'site' || isDimension(name);

/** Reads a parameter of the address. @param parse returns undefined for a text that `accepts` does not cover */
type ReadPart = <T>(name: string, accepts: string, parse: (text: string) => T | undefined) => T | undefined;

/** The form of each metric. Which ones there are, the API says. */
const metric = /^[a-z_]{1,40}(\.[A-Z]{3})?$/;

export function readExplored(read: ReadPart): Explored {
  const dimensions = read(
    'dimensions',
    `up to ${mostDimensions} names of dimensions, with commas`,
    (text) => {
      const names = listed(text, mostDimensions);
      return names?.every(isExploredDimension) ? names : undefined;
    },
  );
  const metrics = read('metrics', `up to ${mostMetrics} names of metrics, with commas`, (text) => {
    const names = listed(text, mostMetrics);
    return names?.every((name) => metric.test(name)) ? names : undefined;
  });
  const asked = [...(dimensions ?? []), ...(metrics ?? [])];
  return {
    dimensions: dimensions ?? [],
    metrics: metrics ?? [],
    sort: read('sort', 'one of the dimensions and metrics, with - for descending', (text) =>
      asked.some((name) => text === name || text === `-${name}`) ? text : undefined,
    ),
    offset:
      read('offset', `0 to ${lastOffset}`, (text) =>
        /^\d{1,6}$/.test(text) && Number(text) <= lastOffset ? Number(text) : undefined,
      ) ?? 0,
    shape:
      read('show', `one of ${Object.keys(shapes).join(', ')}`, (text) =>
        isShape(text) ? text : undefined,
      ) ?? 'table',
  };
}

/** Names between commas, each once. */
function listed(text: string, most: number): string[] | undefined {
  const names = text.split(',');
  return names.length <= most && new Set(names).size === names.length ? names : undefined;
}

const isShape = (text: string): text is Shape => Object.hasOwn(shapes, text);

export function writeExplored(
  { dimensions, metrics, sort, offset, shape }: Explored,
  to: URLSearchParams,
): void {
  if (dimensions.length > 0) to.set('dimensions', dimensions.join(','));
  if (metrics.length > 0) to.set('metrics', metrics.join(','));
  if (sort !== undefined) to.set('sort', sort);
  if (offset > 0) to.set('offset', String(offset));
  if (shape !== 'table') to.set('show', shape);
}
