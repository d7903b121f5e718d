/** The relations of reports, for tests that compare their rows in each state of days. */

export * from './crawls.ts';
export * from './events.ts';
export * from './goals.ts';
export * from './journeys.ts';
export * from './pages.ts';
export * from './sessions.ts';
export * from './totals.ts';
export * from './visitors.ts';
export * from './vitals.ts';
