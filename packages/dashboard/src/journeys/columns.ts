import type { Journey, JourneyNode } from '../api/reports.ts';
import type { Side } from '../charts/stream-outline.ts';

/** Visits at one place of their journeys. */
interface Stop {
  /** Of the most frequent ones; undefined: all others of this place. */
  node: JourneyNode | undefined;
  sessions: number;
  top: number;
  height: number;
}

/** Visits that go from a stop to one of the next column: their upper and lower edges on both sides. */
export interface Link {
  from: Side;
  to: Side;
}

export interface Column {
  stops: readonly Stop[];
  /** To the next column. */
  links: readonly Link[];
}

/** Names for readers: a page is its path, which begins with a slash; an event its name. */
export const nodeName = (node: JourneyNode) => ('event' in node ? node.event : node.page);

const keyOf = (node: JourneyNode) => JSON.stringify(node);
const others = 'others';
/** Stops in a column, besides the others. */
const mostStops = 6;
/** Room between two stops, for the name of each. */
const gap = 2;
const least = 6;

/**
 * Journeys as columns of stops, 100 high, with links between neighbours. A journey that ends has no link, so the visits that
 * stop at a stop are what its links leave out.
 * @param backwards journeys end at the same place: they are aligned there
 */
export function columnsOf(journeys: readonly Journey[], backwards: boolean): Column[] {
  const length = Math.max(0, ...journeys.map(({ path }) => path.length));
  const aligned = journeys.map(({ path, sessions }) => ({
    sessions,
    nodes: Array.from({ length }, (_, place) => path[backwards ? place - length + path.length : place]),
  }));
  const total = journeys.reduce((sum, { sessions }) => sum + sessions, 0);
  const columns = Array.from({ length }, (_, place) => {
    const counts = new Map<string, { node: JourneyNode; sessions: number }>();
    for (const { nodes, sessions } of aligned) {
      const node = nodes[place];
      if (node === undefined) continue;
      const key = keyOf(node);
      counts.set(key, { node, sessions: (counts.get(key)?.sessions ?? 0) + sessions });
    }
    const sorted = [...counts].sort(([, one], [, other]) => other.sessions - one.sessions);
    const rest = sorted.slice(mostStops).reduce((sum, [, { sessions }]) => sum + sessions, 0);
    return stacked(
      [
        ...sorted.slice(0, mostStops).map(([key, of]) => ({ key, ...of })),
        ...(rest > 0 ? [{ key: others, node: undefined, sessions: rest }] : []),
      ],
      total,
    );
  });
  return columns.map((stops, place) => {
    const next = columns[place + 1];
    return { stops: [...stops.values()], links: next ? linksOf(aligned, place, stops, next) : [] };
  });
}

type Stops = ReadonlyMap<string, Stop>;

/** Stops from the top down, high by their share of the total; even the smallest has room for its name. */
function stacked(
  stops: readonly { key: string; node: JourneyNode | undefined; sessions: number }[],
  total: number,
): Stops {
  const room = 100 - gap * mostStops;
  const heights = stops.map(({ sessions }) => Math.max(least, (room * sessions) / total));
  const sum = heights.reduce((all, height) => all + height, 0);
  const scale = Math.min(1, room / sum);
  let top = 0;
  return new Map(
    stops.map(({ key, node, sessions }, index) => {
      const height = (heights[index] ?? 0) * scale;
      const stop = { node, sessions, top, height };
      top += height + gap;
      return [key, stop];
    }),
  );
}

function linksOf(
  aligned: readonly { sessions: number; nodes: readonly (JourneyNode | undefined)[] }[],
  place: number,
  stops: Stops,
  next: Stops,
): Link[] {
  const keyIn = (column: Stops, node: JourneyNode) => (column.has(keyOf(node)) ? keyOf(node) : others);
  const counts = new Map<string, Map<string, number>>();
  for (const { nodes, sessions } of aligned) {
    const [node, following] = [nodes[place], nodes[place + 1]];
    if (node === undefined || following === undefined) continue;
    const targets = counts.get(keyIn(stops, node)) ?? new Map<string, number>();
    counts.set(keyIn(stops, node), targets);
    const key = keyIn(next, following);
    targets.set(key, (targets.get(key) ?? 0) + sessions);
  }
  // Each link begins below the one before it, on both sides.
  const filled = new Map<string, number>();
  const links: Link[] = [];
  for (const [key, stop] of stops) {
    let left = stop.top;
    for (const [target, { top, height, sessions }] of next) {
      const count = counts.get(key)?.get(target) ?? 0;
      if (count === 0) continue;
      const from = { top: left, height: (stop.height * count) / stop.sessions };
      const start = filled.get(target) ?? top;
      const to = { top: start, height: (height * count) / sessions };
      left += from.height;
      filled.set(target, start + to.height);
      links.push({ from, to });
    }
  }
  return links;
}
