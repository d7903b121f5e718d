import type { Side } from '../charts/stream-outline.ts';

/** One stream of the flow, from the edge to the page in the middle. */
export interface Stream {
  share: number;
  edge: Side;
  middle: Side;
}

/** Gap between two streams at the edge, so that each has room for its name. */
const gap = 1.5;
/** Even a stream of one view has a name, which takes the height of a line. */
const least = 7;

/** Stacks streams. @param counts numbers of views; their sum is the whole height in the middle */
export function streamsOf(counts: readonly number[]): Stream[] {
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum === 0) return [];
  const room = 100 - gap * (counts.length - 1);
  const heights = counts.map((count) => Math.max(least, (room * count) / sum));
  const scale = room / heights.reduce((total, height) => total + height, 0);
  let edgeTop = 0;
  let middleTop = 0;
  return counts.map((count, index) => {
    const edge = { top: edgeTop, height: (heights[index] ?? 0) * scale };
    const middle = { top: middleTop, height: (100 * count) / sum };
    edgeTop += edge.height + gap;
    middleTop += middle.height;
    return { share: count / sum, edge, middle };
  });
}
