import { sessionProperties } from '@tallyhouse/ping/session-properties';

const ofSession = ['site_id', 'session_hour', 'session_id', 'visitor_id', ...Object.keys(sessionProperties)];
const ofView = [
  'pageview_id',
  'page_path',
  'entered_at',
  'exited_at',
  'focus_time_ms',
  'scroll_depth',
  'word_count',
];

/** The columns of a table that row sets may name. */
const columnsOf = {
  sessions: [...ofSession, 'first_seen_at', 'last_seen_at', 'duration_ms', 'bounced'],
  settled_sessions: [...ofSession, 'day', 'first_seen_at', 'duration_ms', 'bounced', 'exit_page'],
  pageviews: ['site_id', 'session_hour', 'session_id', 'visitor_id', ...ofView, 'page_title', 'referrer'],
  settled_pageviews: [
    ...ofSession,
    ...ofView,
    ...['day', 'page_title', 'previous_at', 'is_entry', 'is_exit', 'page_number', 'next_page', 'exit_page'],
  ],
  settled_events: [
    ...ofSession,
    ...[
      'day',
      'event',
      'event_id',
      'occurred_at',
      'ping_id',
      'is_first',
      'page_path',
      'props',
      'amount',
      'currency',
    ],
    'exit_page',
  ],
  visitors: ['site_id', 'visitor_id', 'first_seen_at'],
  settled_visitors: ['site_id', 'day', 'visitor_id', 'first_seen_at'],
} as const;

export type TableOfRows = keyof typeof columnsOf;

/** A parameter that names a column, or a placeholder for conditions on columns. */
const chosenLater = /:Identifier\}|\/\* (filter|steps): /;

/**
 * The list of columns that a row set's SQL selects from a table: those that it names. `*` would give the same rows, but ClickHouse
 * resolves each column of a list in each arm before it drops those that are not used: of the table `sessions` thirty are aliases.
 * @param text the SQL of the row set; where requests choose its columns the list is `*`
 */
export function namedColumns(table: TableOfRows, text: string): string {
  if (chosenLater.test(text)) return '*';
  const words = new Set(text.match(/\w+/g));
  const named = columnsOf[table].filter((column) => words.has(column));
  // Each on a line of its own, where `narrow` leaves site_id alone.
  return named.length > 0 ? named.join(',\n        ') : '*';
}
