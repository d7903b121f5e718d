import { type Filter, parseFilter, splitAt } from './filter.ts';

/** What a goal counts: events or pageviews that meet all of its conditions. A step of a funnel is written the same way. */
export interface Goal {
  text: string;
  on: 'events' | 'pageviews';
  /** Each on a column of its rows: `event`, `props` and `page_path` of events, `page_path` of pageviews. */
  conditions: Filter[];
}

const mostConditions = 20;

/** What a parameter that takes goals accepts; completes "must be". */
export const acceptedGoal =
  'conditions between ";", each written like a filter on event, prop.<name> or page: event:Signup, event:Purchase;prop.plan:pro|team, ' +
  `page:/thanks, page~/checkout/ ("\\" escapes ";", "|" and itself; at most ${mostConditions} conditions). ` +
  'With a condition on event or prop.<name>, page is the page of the event. name:<name> is a goal of the sites file';

/** Parses `event:Purchase;prop.plan:pro|team` and the like; undefined when it is not a goal. */
export function parseGoal(text: string): Goal | undefined {
  const conditions: Filter[] = [];
  // `\;` means `;`; the escapes of a filter, `\|` and `\\`, stay.
  for (const part of splitAt(text, ';', /\\[\\|;]|./gs, (piece) => (piece === '\\;' ? ';' : piece))) {
    const condition = parseFilter(part);
    if (condition === undefined || !isOfGoal(condition)) return undefined;
    conditions.push(condition);
  }
  if (conditions.length > mostConditions) return undefined;
  const onEvents = conditions.some(({ dimension }) => dimension.holder === 'event');
  return { text, on: onEvents ? 'events' : 'pageviews', conditions };
}

const isOfGoal = ({ dimension: { holder, column } }: Filter) => holder === 'event' || column === 'page_path';
