export { type EventWindow, eventRows, isFirstOfId, nobody } from './events.ts';
export { pageviewRows } from './pageviews.ts';
export { columnsInPlace, pageviewsInPlace } from './pageviews-in-place.ts';
export { columnsOfPaths, pathsOfDay } from './paths.ts';
export { lastPage, sessionRows } from './sessions.ts';
export { columnsOfTotals, totalsOfDay } from './totals.ts';
export { columnsOfFirstVisits, firstVisitsOfDay, visitorRows } from './visitors.ts';
export { columnList, type DayWindow, dayWindow, type Window } from './window.ts';
