/** An annotation for a reader: only with the reader's sites. */
import { type Annotation, kind } from '@tallyhouse/annotations';
import type { ListedSites } from '@tallyhouse/sites';
import { raw, type Sql, sql, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { instant } from '../reply/reply.ts';
import type { Readable, Sites } from './sites.ts';

export const shownAnnotation = z.object({
  id: z.uuid().meta({ examples: ['7b8c0a52-4f0e-4e0b-9a43-0c9b6f3a2d11'] }),
  at: instant.describe('When what it is about happened, or began.'),
  until: instant.nullable().describe('When it ended; null for a moment.'),
  text: z.string(),
  sites: z
    .array(z.string())
    .describe('The sites that it concerns, of those that the key may read: ids, @groups, or * for all.'),
  kind: kind.describe('note and release are of people, the others of the service.'),
  created_at: instant,
  created_by: z.string().nullable().describe('Name of the key that made it; null: the service.'),
});

type Shown = z.output<typeof shownAnnotation>;

/** The sites of a key: as ids, and as it lists them. */
export interface Reader {
  sites: Readable;
  list: 'all' | readonly string[];
}

/** An annotation as a reader sees it; undefined when none of its sites is the reader's. */
export function shownTo(
  reader: Reader,
  { id, at, until, text, sites, kind, created_at, created_by }: Annotation,
  listed: ListedSites,
): Shown | undefined {
  const visible = sitesFor(reader, sites, listed);
  if (visible.length === 0) return undefined;
  const iso = (time: number) => new Date(time).toISOString();
  return {
    id,
    at: iso(at),
    until: until === null ? null : iso(until),
    text,
    sites: visible,
    kind,
    created_at: iso(created_at),
    created_by,
  };
}

function sitesFor(
  { sites: own, list }: Reader,
  entries: readonly string[],
  { groups }: ListedSites,
): string[] {
  if (own === 'all' || list === 'all') return [...entries];
  const idsOf = (entry: string): readonly string[] => {
    if (entry === '*' || list.includes(entry)) return entry === '*' ? own : [entry];
    const ids = entry.startsWith('@') ? (groups.get(entry.slice(1)) ?? []) : [entry];
    return ids.filter((id) => own.includes(id));
  };
  return [...new Set(entries.flatMap(idsOf))];
}

/** A condition on the table: annotations of one of the sites. */
export function concerning({ ids, every }: Sites, { groups }: ListedSites): Sql {
  if (every) return raw('true');
  if (ids.length === 0) return raw('false');
  const wanted = new Set(ids);
  const around = [...groups].flatMap(([name, members]) =>
    members.some((id) => wanted.has(id)) ? `@${name}` : [],
  );
  return sql`hasAny(sites, ${texts([...ids, ...around, '*'])})`;
}
