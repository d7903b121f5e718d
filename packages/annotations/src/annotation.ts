import { z } from 'zod';

/** The kinds that people make, and the kinds that the service makes by itself. */
export const ownKinds = ['note', 'release'] as const;
export const serviceKinds = ['gap', 'outage', 'late_data', 'deletion', 'settings'] as const;

export const kind = z.enum([...ownKinds, ...serviceKinds]);

/** The content of an annotation. Times are milliseconds since 1970. */
export interface Content {
  at: number;
  /** null: a moment. */
  until: number | null;
  text: string;
  /** Ids of sites, @groups, or * for all. */
  sites: string[];
  /** The named sites, and those of the groups when it was written; not those of *. */
  site_ids: string[];
  kind: z.output<typeof kind>;
}

/** The current version of an annotation. */
export interface Annotation extends Content {
  id: string;
  /** Counts its changes, from 1. */
  version: number;
  created_at: number;
  /** Name of the key that made it; null: the service. */
  created_by: string | null;
}

/** Whether the service made it: it may be deleted, but not changed. */
export const isOfService = ({ created_by }: Pick<Annotation, 'created_by'>) => created_by === null;
