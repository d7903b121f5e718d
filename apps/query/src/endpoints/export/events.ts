import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { eventsOfPeriod } from '../../read/relations/events.ts';
import { defineExport } from '../define/define-export.ts';

/** As text: in Parquet a UUID is 16 bare bytes. */
const idText = (id: string) =>
  raw(`if(notEmpty(period_events.${id}), toString(period_events.${id}), '') as ${id}`);

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
  rows: (read, { site, defused }) => sql`
with
    period_events as (
        ${read.rows(eventsOfPeriod)}
    )
select
    ${site}
    ${defused('period_events.event', 'event')},
    ${defused('period_events.event_id', 'event_id')},
    occurred_at,
    ${defused('period_events.page_path', 'page_path')},
    ${idText('session_id')},
    ${idText('visitor_id')},
    toJSONString(period_events.props) as props,
    if(currency = '', null, period_events.amount) as amount,
    currency
from period_events
order by
    occurred_at,
    ping_id
settings output_format_json_escape_forward_slashes = 0`,
});
