import { z } from 'zod';
import { defineExport } from '../../export/define-export.ts';
import sql from './events.sql';

export const exportEvents = defineExport({
  name: 'events',
  description: 'One row for each event in the period.',
  row: z.object({
    event: z.string().describe('Name of the event.'),
    event_id: z.string().describe('Id chosen by the sender; empty when none was sent.'),
    occurred_at: z.iso.datetime().describe('When it happened.'),
    page_path: z.string().describe('Path of the page; empty when none was sent.'),
    session_id: z.string().describe('Session, if it has a pageview; otherwise empty.'),
    visitor_id: z.string().describe('Visitor; empty when unknown.'),
    props: z.string().describe('Properties, a JSON object.'),
    amount: z.number().nullable().describe('Revenue, negative for a refund; empty when there is none.'),
    currency: z.string().describe('ISO 4217 code of the amount; empty when there is none.'),
  }),
  sql,
});
