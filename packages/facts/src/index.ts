export { type Column, columnsIn, computedColumns } from './columns.ts';
export { crawlColumns, crawlerKeys, crawlRows, distinctPages } from './crawls.ts';
export { type EventWindow, eventColumns, eventFields, eventRows, isFirstOfId, nobody } from './events.ts';
export { pageviewRows } from './pageviews.ts';
export { pageviewColumns, pageviewsInPlace, pageviewTotals } from './pageviews-in-place.ts';
export { pathColumns, pathsOfDay } from './paths.ts';
export { lastPage, sessionColumns, sessionRows } from './sessions.ts';
export { sourceColumns, sourcesOfDay, totalsColumns, totalsOfDay } from './totals.ts';
export { firstVisitColumns, firstVisitsOfDay, visitorRows } from './visitors.ts';
export { vitalColumns, vitalsIn } from './vitals.ts';
export {
  columnList,
  columnSql,
  type DayWindow,
  day,
  dayWindow,
  hour,
  nearKey,
  type RowsOf,
  sessionHoursOf,
  type Window,
  withReads,
} from './window.ts';
