/** The joins of the views: a row of the first has at most one row of the second. */
export interface Join {
  from: string;
  to: string;
  /** The columns that are equal, with the same names in both views. Ids of visitors are unique per site. */
  on: readonly string[];
  /** Whether `from` has zeros without a match: an event that a server sent. */
  mayLack: boolean;
}

export const joins: readonly Join[] = [
  { from: 'pageviews', to: 'sessions', on: ['site_id', 'session_id'], mayLack: false },
  { from: 'pageviews', to: 'visitors', on: ['site_id', 'visitor_id'], mayLack: false },
  { from: 'sessions', to: 'visitors', on: ['site_id', 'visitor_id'], mayLack: false },
  { from: 'events', to: 'sessions', on: ['site_id', 'session_id'], mayLack: true },
  { from: 'events', to: 'visitors', on: ['site_id', 'visitor_id'], mayLack: true },
];

/** The column that names the row of the other view. */
export const idOf = ({ on }: Join): string => on.at(-1) ?? '';

export const joinsOf = (view: string): Join[] => joins.filter(({ from }) => from === view);
