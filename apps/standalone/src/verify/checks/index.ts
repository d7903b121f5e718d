import type { Check } from '../check.ts';
import { checkPageviews, checkSessions } from './entities.ts';
import { checkOffsets } from './offsets.ts';
import { checkReports } from './reports.ts';
import { checkRollups } from './rollups.ts';
import { checkTitles } from './titles.ts';
import { checkVisitors } from './visitors.ts';

/** All checks, in the order of the flow: the log, raw pings, the tables that reports read, the reports. */
export const checks: readonly Check[] = [
  checkOffsets,
  checkPageviews,
  checkSessions,
  checkVisitors,
  checkTitles,
  checkRollups,
  checkReports,
];
