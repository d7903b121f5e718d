import type { JourneyNode } from '../api/reports.ts';
import type { Goal } from '../goal/goal.ts';

/** Names for readers: the path of a page, which begins with a slash, or the name of an event. */
export const nodeName = (node: JourneyNode) => ('event' in node ? node.event : node.page);

/** A goal that includes every visit of the node. */
export const goalOf = (node: JourneyNode): Goal => [
  { dimension: 'event' in node ? 'event' : 'page', operator: ':', values: [nodeName(node)] },
];
