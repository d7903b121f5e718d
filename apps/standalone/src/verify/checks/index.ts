import type { Check } from '../check.ts';
import { checkPageviews, checkSessions } from './entities.ts';
import { checkOffsets } from './offsets.ts';
import { checkEventIds, checkEvents, checkTitles, checkVisitors } from './overall.ts';
import { checkReports } from './reports.ts';
import { checkSettled } from './settled.ts';

/** All checks, in the order of the flow: log, raw pings, the tables that reports read, reports. */
export const checks: readonly Check[] = [
  checkOffsets,
  checkPageviews,
  checkSessions,
  checkVisitors,
  checkTitles,
  checkEvents,
  checkEventIds,
  checkSettled,
  checkReports,
];
