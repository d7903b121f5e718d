/** How the views belong together: a row of the first has at most one row of the second. */
export interface Join {
  from: string;
  to: string;
  /** The columns that are equal; both views name them so. Ids of visitors are those of a site. */
  on: readonly string[];
  /** Whether `from` has zeros where there is none: an event that a server sent. */
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
