import type { Journey, JourneyNode } from '../api/reports.ts';
import { type Goal, goalText } from '../goal/goal.ts';
import { goalOf } from '../journeys/node.ts';

const most = 3;
const fewestSteps = 3;

/**
 * Suggested funnels: frequent sequences of pages and events. Steps to an event come first, because most funnels are about one; each ends at
 * something else.
 */
export function suggestionsOf(journeys: readonly Journey[]): (readonly Goal[])[] {
  const found = new Map<
    string,
    { steps: readonly Goal[]; end: string; toEvent: boolean; sessions: number }
  >();
  for (const { path, sessions } of journeys) {
    const lastEvent = path.findLastIndex(isEvent);
    const toEvent = lastEvent > 0;
    const steps = (toEvent ? path.slice(0, lastEvent + 1) : path).map(goalOf);
    const texts = steps.map(goalText);
    const fewest = toEvent ? 2 : fewestSteps;
    if (steps.length < fewest || new Set(texts).size < texts.length) continue;
    const key = texts.join('\n');
    const known = found.get(key)?.sessions ?? 0;
    found.set(key, { steps, end: texts.at(-1) ?? '', toEvent, sessions: known + sessions });
  }
  const sorted = [...found.values()].sort(
    (one, other) => Number(other.toEvent) - Number(one.toEvent) || other.sessions - one.sessions,
  );
  const byEnd = new Map(sorted.toReversed().map((one) => [one.end, one]));
  return sorted
    .filter((one) => byEnd.get(one.end) === one)
    .slice(0, most)
    .map(({ steps }) => steps);
}

const isEvent = (node: JourneyNode) => 'event' in node;
