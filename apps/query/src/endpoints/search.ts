import { raw, type Sql, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import { q } from '../parameters/q.ts';
import { fold } from '../read/filter/condition.ts';
import { page as pageOf, type Shown } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { pageViews, titles } from '../read/relations/pages.ts';
import { defineList } from './define/endpoint.ts';
import { page } from './pages.ts';

/** Whether a column contains a text, regardless of case. */
const contains = (column: string, needle: string) =>
  sql`position(${fold(raw(column))}, ${fold(text(needle))}) > 0`;

const found = (q: string, read: Reader, shown: Shown): Sql => sql`
with
    period_pages as (
        select
            page_path,
            sum(page_views.views) as views
        from (
            ${read.rows(pageViews)}
        ) as page_views
        group by page_path
    ),
    found_pages as (
        select *
        from (
            ${titles(read)}
        )
        where ${contains('page_path', q)}
           or ${contains('page_title', q)}
    )
select *
from period_pages
-- This order lets ClickHouse group the found pages alone.
inner any join found_pages using page_path
order by
    views desc,
    page_path
-- Titles of all time may be millions: beyond this they are grouped on disk.
${pageOf(shown)}, max_bytes_before_external_group_by = 600000000`;

const entry = page.pick({ page_path: true, page_title: true, views: true });

export const search = defineList({
  path: '/search',
  description: 'Pages viewed in the period whose path or newest title contains a text, most viewed first.',
  parameters: { q },
  response: z.array(entry),
  read: ({ query, values }) => query((read) => found(values.q, read, values), entry),
});
