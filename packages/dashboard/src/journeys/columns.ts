import type { Journey, JourneyNode } from '../api/reports.ts';
import type { Side } from '../charts/stream-outline.ts';

export interface Stop {
  /** One of the most frequent nodes, all others of its column, or the visits that had ended or not begun. */
  node: JourneyNode | Rest;
  sessions: number;
  /** The journeys that pass it, by their index. */
  journeys: ReadonlySet<number>;
  top: number;
  height: number;
}

type Rest = 'others' | 'outside';

/** Visits that go from a stop to one of the next column: upper and lower edges on both sides. */
export interface Link {
  from: Side;
  to: Side;
  journeys: ReadonlySet<number>;
}

export interface Column {
  stops: readonly Stop[];
  /** To the next column. */
  links: readonly Link[];
}

const keyOf = (node: Stop['node']) => (typeof node === 'string' ? node : JSON.stringify(node));
/** Stops in a column, besides the others and the outside. */
const mostStops = 6;
/** Room between two stops, for the name of each. */
const gap = 2;
const least = 6;

/** A journey with a node in each column: `outside` before its start or after its end. */
interface Aligned {
  sessions: number;
  nodes: readonly (JourneyNode | 'outside' | undefined)[];
}

/** Journeys as columns of stops, 100 high, with links between neighbours. @param backwards whether journeys are aligned at their ends */
export function columnsOf(journeys: readonly Journey[], backwards: boolean): Column[] {
  const length = Math.max(0, ...journeys.map(({ path }) => path.length));
  const aligned = journeys.map(({ path, sessions }): Aligned => {
    const padded = backwards ? ['outside' as const, ...path] : [...path, 'outside' as const];
    const first = backwards ? length - padded.length : 0;
    return { sessions, nodes: Array.from({ length }, (_, place) => padded[place - first]) };
  });
  const total = journeys.reduce((sum, { sessions }) => sum + sessions, 0);
  const columns = Array.from({ length }, (_, place) => stacked(stopsAt(aligned, place), total));
  return columns.map((stops, place) => {
    const next = columns[place + 1];
    return { stops, links: next ? linksOf(aligned, stops, next) : [] };
  });
}

type Counted = Omit<Stop, 'top' | 'height'>;

/** The most frequent nodes of a column, then all others, then the visits outside. */
function stopsAt(aligned: readonly Aligned[], place: number): Counted[] {
  const found = new Map<string, Counted & { journeys: Set<number> }>();
  for (const [index, { sessions, nodes }] of aligned.entries()) {
    const node = nodes[place];
    if (node === undefined) continue;
    const known = found.get(keyOf(node)) ?? { node, sessions: 0, journeys: new Set() };
    found.set(keyOf(node), { ...known, sessions: known.sessions + sessions });
    known.journeys.add(index);
  }
  const outside = found.get('outside');
  found.delete('outside');
  const sorted = [...found.values()].sort((one, other) => other.sessions - one.sessions);
  const rest = sorted.slice(mostStops);
  const others: Counted = {
    node: 'others',
    sessions: rest.reduce((sum, { sessions }) => sum + sessions, 0),
    journeys: new Set(rest.flatMap(({ journeys }) => [...journeys])),
  };
  return [
    ...sorted.slice(0, mostStops),
    ...(rest.length > 0 ? [others] : []),
    ...(outside === undefined ? [] : [outside]),
  ];
}

/** Stops from the top down, their height by their share of the total; even the smallest has room for its name, which the others give. */
function stacked(stops: readonly Counted[], total: number): Stop[] {
  const room = 100 - gap * (mostStops + 1);
  const sizes = stops.map(({ sessions }) => (room * sessions) / total);
  const scaled = (scale: number) => sizes.map((size) => Math.max(least, scale * size));
  let heights = scaled(1);
  for (let scale = 0.98; heights.reduce((all, height) => all + height, 0) > room; scale *= 0.98)
    heights = scaled(scale);
  let top = 0;
  return stops.map((stop, index) => {
    const placed = { ...stop, top, height: heights[index] ?? 0 };
    top += placed.height + gap;
    return placed;
  });
}

/** Each link begins below the previous one, on both sides. */
function linksOf(aligned: readonly Aligned[], stops: readonly Stop[], next: readonly Stop[]): Link[] {
  const filled = new Map<Stop, number>();
  const links: Link[] = [];
  for (const stop of stops) {
    let left = stop.top;
    for (const target of next) {
      const journeys = new Set([...stop.journeys].filter((index) => target.journeys.has(index)));
      if (journeys.size === 0) continue;
      const count = [...journeys].reduce((sum, index) => sum + (aligned[index]?.sessions ?? 0), 0);
      const from = { top: left, height: (stop.height * count) / stop.sessions };
      const start = filled.get(target) ?? target.top;
      const to = { top: start, height: (target.height * count) / target.sessions };
      left += from.height;
      filled.set(target, start + to.height);
      links.push({ from, to, journeys });
    }
  }
  return links;
}
