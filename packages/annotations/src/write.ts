import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { insertOnce, select } from '@tallyhouse/clickhouse';
import { parameter, sql, sqlTime } from '@tallyhouse/sql';
import type { Annotation, Content } from './annotation.ts';
import { annotationRow, currentAnnotations } from './read.ts';

/** Creates an annotation. It is stored, and visible to every reader, when this resolves. @param now milliseconds since 1970 */
export async function makeAnnotation(
  client: ClickHouseClient,
  content: Content,
  { by, now }: { by: string; now: number },
): Promise<Annotation> {
  const made = { ...content, id: randomUUID(), version: 1, created_at: now, created_by: by };
  await storeVersion(client, made);
  return made;
}

/** The current version of an annotation; undefined if there is none. */
export async function findAnnotation(client: ClickHouseClient, id: string): Promise<Annotation | undefined> {
  const one = sql`annotation_id = ${parameter(id, 'UUID')}`;
  const [found] = await select(client, currentAnnotations(one), annotationRow);
  return found;
}

/** Replaces an annotation, if `now` is still its current version. @returns the new one; undefined when another change came first */
export async function replaceAnnotation(
  client: ClickHouseClient,
  now: Annotation,
  content: Content,
): Promise<Annotation | undefined> {
  const next = { ...now, ...content, version: now.version + 1 };
  return (await storeVersion(client, next)) ? next : undefined;
}

/** Deletes an annotation, if `now` is still its current version. @returns whether this call deleted it */
export const deleteAnnotation = (client: ClickHouseClient, now: Annotation): Promise<boolean> =>
  storeVersion(client, { ...now, text: '', version: now.version + 1 }, { is_deleted: true });

function storeVersion(
  client: ClickHouseClient,
  { id, version, at, until, created_at, ...rest }: Annotation,
  more: { is_deleted?: true } = {},
): Promise<boolean> {
  const row = {
    ...rest,
    ...more,
    annotation_id: id,
    version,
    at: sqlTime(at),
    until: until === null ? null : sqlTime(until),
    created_at: sqlTime(created_at),
  };
  return insertOnce(client, { table: 'annotations', token: `${id}/${version}`, rows: [row] });
}
