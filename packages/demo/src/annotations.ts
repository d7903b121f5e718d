import type { ClickHouseClient } from '@clickhouse/client';
import { annotationRow, type Content, currentAnnotations, makeAnnotation } from '@tallyhouse/annotations';
import { select } from '@tallyhouse/clickhouse';

const hour = 3_600_000;
const day = 24 * hour;

interface Note extends Pick<Content, 'text' | 'kind' | 'sites'> {
  daysAgo: number;
  /** Its length in hours; unset for a moment. */
  hours?: number;
}

const notes: readonly Note[] = [
  { daysAgo: 23, kind: 'release', sites: ['blog'], text: 'New layout of the recipes' },
  { daysAgo: 12, hours: 72, kind: 'note', sites: ['shop'], text: 'Free delivery for three days' },
  { daysAgo: 5, kind: 'note', sites: ['blog', 'courses'], text: 'The bread course was on the radio' },
];

/** Writes the annotations of the demo, unless there are any. @param now milliseconds since 1970 */
export async function writeDemoAnnotations(client: ClickHouseClient, now: number): Promise<void> {
  if ((await select(client, currentAnnotations(), annotationRow)).length > 0) return;
  for (const { daysAgo, hours, text, kind, sites } of notes) {
    const at = Math.floor(now / hour) * hour - daysAgo * day;
    const until = hours === undefined ? null : at + hours * hour;
    const content = { at, until, text, kind, sites, site_ids: sites };
    await makeAnnotation(client, content, { by: 'demo', now });
  }
}
