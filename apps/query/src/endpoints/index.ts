import type { Endpoint } from '../endpoint.ts';
import { exportPages } from './export/pages.ts';
import { exportPageviews } from './export/pageviews.ts';
import { exportSessions } from './export/sessions.ts';
import { overview } from './overview.ts';
import { pages } from './pages.ts';
import { realtime } from './realtime.ts';

/** The table of contents of /api/v1. */
export const endpoints: readonly Endpoint[] = [
  overview,
  pages,
  realtime,
  exportPageviews,
  exportSessions,
  exportPages,
];
