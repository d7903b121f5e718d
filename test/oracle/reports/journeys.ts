import { chosenSessions } from '../chosen.ts';
import { eventMatches, type Goal, viewMatches } from '../goal.ts';
import { alphabetical, ascending, by, byVisit, descending } from '../order.ts';
import { percentage } from '../rounded.ts';
import type { Session } from '../site.ts';
import { groupBy, part, type ReportBody, type ResolvedRequest } from './report.ts';

type Node = { page: string } | { event: string };

interface Visited {
  at: number;
  /** Pageviews come before events. */
  rank: 0 | 1;
  id: string;
  node: Node;
  matches: (goal: Goal) => boolean;
}

/** The sessions of a period by their path. */
export function journeys(request: ResolvedRequest): ReportBody {
  const { site, range, filters, depth = 3 } = request;
  const paths = chosenSessions(site, range, filters)
    .map((session) => pathOf(session, request, depth))
    .filter((path) => path.length > 0);
  const rows = groupBy(paths, (path) => JSON.stringify(path))
    .map((same) => ({
      path: same[0],
      sessions: same.length,
      percentage: percentage(same.length, paths.length),
    }))
    .sort(
      by(
        descending((row) => row.sessions),
        (a, b) => byNodes(a.path, b.path),
      ),
    );
  return part(rows, request);
}

function pathOf(session: Session, { site, anchoredAt }: ResolvedRequest, depth: number): Node[] {
  const visited: Visited[] = [
    ...session.pageviews.map((view) => ({
      at: view.entered_at,
      rank: 0 as const,
      id: view.pageview_id,
      node: { page: view.page_path },
      matches: (goal: Goal) => viewMatches(view, goal),
    })),
    ...site.events
      .filter((event) => event.session === session)
      .map((event) => ({
        at: event.ping.pinged_at,
        rank: 1 as const,
        id: event.ping.ping_id,
        node: { event: event.ping.event },
        matches: (goal: Goal) => eventMatches(event, goal),
      })),
  ].sort(byVisit);
  if (anchoredAt === undefined) return changes(visited).slice(0, depth);
  const matching = visited.flatMap(({ matches }, index) => (matches(anchoredAt.goal) ? index : []));
  const [first, last] = [matching[0], matching.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (anchoredAt.side === 'from') return changes(visited.slice(first)).slice(0, depth);
  return changes(visited.slice(0, last + 1)).slice(-depth);
}

/** Nodes; equal consecutive ones count once. */
const changes = (visited: Visited[]): Node[] =>
  visited
    .map(({ node }) => node)
    .filter((node, index, nodes) => JSON.stringify(node) !== JSON.stringify(nodes[index - 1]));

const textOf = (node: Node) => ('page' in node ? node.page : node.event);

/** By the text of the first nodes, a page before an event, then by the second ones, and so on; a path before longer ones. */
function byNodes(a: Node[], b: Node[]): number {
  for (const [index, node] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = by<Node>(
      alphabetical(textOf),
      ascending((one) => ('page' in one ? 0 : 1)),
    )(node, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
