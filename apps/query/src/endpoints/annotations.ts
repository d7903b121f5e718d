import { annotationRow, currentAnnotations } from '@tallyhouse/annotations';
import { sql, time, uint32 } from '@tallyhouse/sql';
import { z } from 'zod';
import { limitOrAll } from '../parameters/limit.ts';
import { concerning, shownAnnotation, shownTo } from '../read/annotations.ts';
import { defineList } from './define/endpoint.ts';

export const annotations = defineList({
  path: '/annotations',
  description:
    'Annotations of the period for the requested sites, by time: they begin before its end, and end (or, without an end, begin) at its start or later. filter is checked as in every report, and has no effect.',
  parameters: { limit: limitOrAll },
  response: z.array(shownAnnotation),
  async read({ queryHome, sites, listed, range, caller, values: { limit, offset } }) {
    const { rows, total } = await queryHome(
      sql`
${currentAnnotations(sql`${concerning(sites, listed)}
    and annotations.at < ${time(range.end)}
    and ifNull(annotations.until, annotations.at) >= ${time(range.start)}`)}
limit ${uint32(limit)} offset ${uint32(offset)}`,
      annotationRow,
    );
    return { rows: rows.flatMap((row) => shownTo(caller, row, listed) ?? []), total };
  },
});
