import { z } from 'zod';
import { defineExport } from '../../export/define-export.ts';
import { average, count } from '../../reply.ts';
import sql from './pages.sql';

export const exportPages = defineExport({
  name: 'pages',
  description: 'One row for each page viewed in the period, most viewed first, with the metrics of /pages.',
  row: z.object({
    page_path: z.string(),
    page_title: z.string().describe('Its newest title; empty when none was sent.'),
    views: count(),
    unique_views: count().describe('Distinct sessions that viewed it.'),
    avg_focus_time_ms: count().describe('Milliseconds, a whole number.'),
    avg_scroll_depth: average().describe('0 to 100, percent of the height of the page.'),
  }),
  sql,
});
