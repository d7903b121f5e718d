export { type EventWindow, eventRows, isFirstOfId, namedSessionsOf, nobody } from './events.ts';
export { lastPage, lastPages } from './exits.ts';
export { pageviewRows } from './pageviews.ts';
export { sessionRows } from './sessions.ts';
export { visitorRows } from './visitors.ts';
export { columnList, type Window } from './window.ts';
