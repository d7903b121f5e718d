export { countDifferences, settledDays } from './compare.ts';
export { dueDays } from './due.ts';
export { type SettledState, type SettleLoop, startSettleLoop } from './loop.ts';
export { rebuildDay } from './rebuild.ts';
export { sessionHoursOf } from './slack.ts';
export { type SettledTable, type SettledTableName, settledTables } from './tables.ts';
export type { Read } from './trust/read.ts';
export { createTrust, type Trust } from './trust/trust.ts';
export type { DayRun, DayState, TrustedDays } from './trust/trusted-days.ts';
