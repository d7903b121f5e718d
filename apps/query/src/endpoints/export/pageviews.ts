import { z } from 'zod';
import { defineExport } from '../../export/define-export.ts';
import { count } from '../../reply.ts';
import sql from './pageviews.sql';

export const exportPageviews = defineExport({
  name: 'pageviews',
  description: 'One row for each pageview entered in the period.',
  row: z.object({
    page_path: z.string(),
    page_title: z.string().describe('Newest title of this pageview; empty when none was sent.'),
    session_id: z.uuid(),
    referrer: z.string().describe('Address of the page that led here; empty when none was sent.'),
    entered_at: z.iso.datetime().describe('Time of its first ping.'),
    exited_at: z.iso.datetime().describe('Time of its last ping.'),
    focus_time_ms: count().describe('Milliseconds during which the page was visible and focused.'),
    scroll_depth: count().describe('Deepest point seen, percent of the height of the page, 0 to 100.'),
    word_count: count().nullable().describe('Words in the text of the page; empty when unknown.'),
  }),
  sql,
});
