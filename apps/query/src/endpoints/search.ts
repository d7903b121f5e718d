import { raw, type Sql, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import { q } from '../parameters/q.ts';
import { fold } from '../read/filter/condition.ts';
import { page } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { pageViews, titles } from '../read/relations/pages.ts';
import { count, listMeta } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';

const row = z.object({ page_path: z.string(), page_title: z.string(), views: z.number() });

const response = z.array(
  z.object({
    page_path: z.string(),
    page_title: z.string().describe('Newest title; empty when none was sent.'),
    views: count(),
  }),
);

/** Whether a column contains a text, in whichever case. */
const contains = (column: string, needle: string) =>
  sql`position(${fold(raw(column))}, ${fold(text(needle))}) > 0`;

const found = (q: string, read: Reader, shown: { limit: number; offset: number }): Sql => sql`
with
    period_pages as (
        select
            page_path,
            sum(views) as page_views
        from (
            ${read.rows(pageViews)}
        )
        group by page_path
    )
select
    page_path,
    page_title,
    page_views as views
from (
    select
        page_path,
        page_title
    from (
        ${titles(read)}
    )
    where ${contains('page_path', q)}
       or ${contains('page_title', q)}
) as found_pages
inner any join period_pages using page_path
order by
    views desc,
    page_path
${page(shown)}`;

/** Pages of a period whose path or title contains a text, most viewed first. */
export const search = defineEndpoint({
  path: '/search',
  description: 'Pages viewed in the period whose path or newest title contains a text, most viewed first.',
  parameters: { q },
  response,
  meta: listMeta,
  async respond({ query, values: { q, limit, offset } }) {
    const { rows, total } = await query((read) => found(q, read, { limit, offset }), row);
    return { data: rows, meta: { limit, offset, total } };
  },
});
