/** A session ends after half an hour without pings, in all tabs. */
export const idleMs = 1_800_000;
/** A session also ends after 22 hours. Ingest accepts ids up to a day old, by its own clock. */
export const longestMs = 80_000_000;
/**
 * A view is sent this long after it became visible: meanwhile tabs that open at once agree on a session, and a
 * single-page app sets its title and scrolls up.
 */
export const settleMs = 200;
/** Attention that was away for longer than the interval between two reports: the machine slept, or the visitor left. */
export const pauseMs = 100_000;
/** Each report comes this many times later than the one before: the first 4 seconds after the view was sent, the others every minute. */
export const slower = 20;
export const reportEveryMs = 60_000;
/** Less new focus time than this is not worth a ping. */
export const leastFocusMs = 250;
