import { siteIdForm, siteIdWords } from '@tallyhouse/ping';
import type { Parameter } from './parameter.ts';

const mostIds = 500;
const entry = new RegExp(`^@?${siteIdForm}$`);

/** The sites that a request names, before their existence is checked. */
export interface NamedSites {
  text: string;
  /** Ids, and names of groups after an `@`, each once; undefined for every site that the caller may read. */
  entries: readonly string[] | undefined;
  /** Whether the request could name more than one site: a list, a group or `*`. */
  several: boolean;
}

export const everySite: NamedSites = { text: '*', entries: undefined, several: true };

export const siteId: Parameter<NamedSites, string> = {
  name: 'site_id',
  description:
    'The site that the report is about. Several sites are answered as one: a list separated by commas, a group (@name), or all that ' +
    'the key may read (*). Then a visitor counts once, pages are paths, and a session belongs to its site.',
  accepts:
    `a site (${siteIdWords}), the name of a group after "@", at most ${mostIds} of ` +
    'these separated by commas, or "*"',
  schema: {
    type: 'string',
    pattern: `^(\\*|@?${siteIdForm}(,@?${siteIdForm}){0,${mostIds - 1}})$`,
    examples: ['blog', 'blog,shop', '*'],
  },
  default: 'blog',
  parse(text) {
    if (text === everySite.text) return everySite;
    const entries = text.split(',');
    if (entries.length > mostIds || !entries.every((one) => entry.test(one))) return undefined;
    return { text, entries: [...new Set(entries)], several: /[@,]/.test(text) };
  },
};
