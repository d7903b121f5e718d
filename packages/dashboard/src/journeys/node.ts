import type { JourneyNode } from '../api/reports.ts';
import type { Goal } from '../goal/goal.ts';

/** Names for readers: a page is its path, which begins with a slash; an event its name. */
export const nodeName = (node: JourneyNode) => ('event' in node ? node.event : node.page);

/** The goal of all who come by. */
export const goalOf = (node: JourneyNode): Goal => [
  { dimension: 'event' in node ? 'event' : 'page', operator: ':', values: [nodeName(node)] },
];
