/** The joins of the views: a row of the first has at most one row of the second. */
export interface Join {
  from: string;
  to: string;
  /** The columns that are equal, with the same names in both views. Ids of visitors are unique per site. */
  on: readonly string[];
  /** What `from` may have without a match: zeros, or ids too. A server sends events without a session, and of visitors without a pageview. */
  unmatched: 'nothing' | 'zeros' | 'ids';
}

export const joins: readonly Join[] = [
  { from: 'pageviews', to: 'sessions', on: ['site_id', 'session_id'], unmatched: 'nothing' },
  { from: 'pageviews', to: 'visitors', on: ['site_id', 'visitor_id'], unmatched: 'nothing' },
  { from: 'sessions', to: 'visitors', on: ['site_id', 'visitor_id'], unmatched: 'nothing' },
  { from: 'events', to: 'sessions', on: ['site_id', 'session_id'], unmatched: 'zeros' },
  { from: 'events', to: 'visitors', on: ['site_id', 'visitor_id'], unmatched: 'ids' },
];

/** The column that names the row of the other view. */
export const idOf = ({ on }: Join): string => on.at(-1) ?? '';

export const joinsOf = (view: string): Join[] => joins.filter(({ from }) => from === view);
