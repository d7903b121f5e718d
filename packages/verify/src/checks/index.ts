import type { Check } from '../check.ts';
import { checkEvents, checkPageviews, checkSessions } from './entities.ts';
import { checkEventIds, checkTitles, checkVisitors } from './firsts.ts';
import { checkForgotten } from './forgotten.ts';
import { checkMap } from './map.ts';
import { checkOffsets } from './offsets.ts';
import { checkOnce } from './once.ts';
import { checkPlaces } from './places.ts';
import { checkReports } from './reports.ts';
import { checkSettled } from './settled.ts';

/**
 * All checks, in the order of the flow: log, raw pings, the tables that reports read, reports. On a single server, checks about shards have
 * nothing to compare.
 */
export const checks: readonly Check[] = [
  checkMap,
  checkOffsets,
  checkPlaces,
  checkPageviews,
  checkSessions,
  checkVisitors,
  checkTitles,
  checkEvents,
  checkEventIds,
  checkSettled,
  checkOnce,
  checkForgotten,
  checkReports,
];
