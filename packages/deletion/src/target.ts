import { idLead } from '@tallyhouse/ping';
import { z } from 'zod';

const site = z.string();

/** The target of a deletion. Ids are lower-case UUIDs as stored; the day is `YYYY-MM-DD`, UTC, and excluded. */
export const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('visitor'), site, id: z.uuid() }),
  z.object({ kind: z.literal('session'), site, id: z.uuid() }),
  z.object({ kind: z.literal('ip'), site, address: z.string() }),
  z.object({ kind: z.literal('before'), site, day: z.iso.date() }),
  z.object({ kind: z.literal('site'), site }),
  /** The site's entries in the table forgotten, after a restore that brings its data back. */
  z.object({ kind: z.literal('forgotten'), site }),
]);

export type Target = z.output<typeof target>;

/** The parameters of the queries about a target. Parameters without a value match nothing. */
export function valuesOf(about: Target): Record<string, unknown> {
  return {
    site: about.site,
    id: 'id' in about ? about.id : '00000000-0000-0000-0000-000000000000',
    address: 'address' in about ? about.address : '',
    day: 'day' in about ? about.day : '1970-01-01',
    id_lead: idLead,
  };
}

/** In the words of the command's output. */
export function wordsFor(about: Target): string {
  switch (about.kind) {
    case 'visitor':
      return `visitor ${about.id} of site ${about.site}`;
    case 'session':
      return `session ${about.id} of site ${about.site}`;
    case 'ip':
      return `all visits from ${about.address} to site ${about.site}`;
    case 'before':
      return `everything before ${about.day} on site ${about.site}`;
    case 'site':
      return `site ${about.site}, all of it`;
    case 'forgotten':
      return `what was deleted of site ${about.site}`;
  }
}

/** A deletion in words for all readers of the site: without an id or an address. Undefined for a whole site, which has no readers left. */
export function kindOf(about: Target): string | undefined {
  switch (about.kind) {
    case 'visitor':
      return 'a visitor';
    case 'session':
      return 'a session';
    case 'ip':
      return 'all visits from an address';
    case 'before':
      return `everything before ${about.day}`;
    default:
      return undefined;
  }
}
