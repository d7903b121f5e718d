export { countDifferences, settledDays } from './compare.ts';
export { dueDays } from './due.ts';
export { type SettledState, type SettleLoop, startSettleLoop } from './loop.ts';
export { dropStages, type RebuildOptions, rebuildDay, watermarkLagMs } from './rebuild.ts';
export { sessionHoursOf } from './slack.ts';
export { type SettledTable, type SettledTableName, settledTables } from './tables.ts';
export { withLiveDays, worstDays } from './trust/over-shards.ts';
export { createTrust, type Read, type Trust } from './trust/trust.ts';
export type { ChangedSession, DayRun, DayState, TrustedDays } from './trust/trusted-days.ts';
