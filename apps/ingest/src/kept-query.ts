import type { ListedSites } from '@tallyhouse/sites';

/**
 * In the tracker, behind a path: returns the part of the query that stays in it, `?page=2`, or an empty text. Its argument is the site's id.
 */
const placeholder = /(\+?)__KEPT_QUERY__\(([^)]*)\)/g;

/**
 * Tells the tracker which parameters of an address stay in its path: `query_parameters` of the sites file. Sites are hashed, because anyone
 * can read the script, and not everyone needs to know which sites exist.
 */
export function withKeptQuery(script: string, { sites }: ListedSites): string {
  const names: Record<number, readonly string[]> = {};
  for (const [id, { query_parameters = [] }] of sites) {
    if (query_parameters.length === 0) continue;
    // Sites may share a number: ingest stores the parameters of each.
    names[siteNumber(id)] = [...new Set([...(names[siteNumber(id)] ?? []), ...query_parameters])];
  }
  // Most installations have none; the script is shorter then.
  if (Object.keys(names).length === 0) return script.replaceAll(placeholder, (_, plus) => (plus ? '' : '""'));
  const table = JSON.stringify(names).replaceAll(/[^ -~]/g, escaped);
  return script.replaceAll(placeholder, (_, plus, site) => `${plus}(${keptQuery(table)})(${site})`);
}

/** JavaScript of a function from a site's id to the query: parameters in the order of their names, as ingest stores them. */
const keptQuery = (table: string) =>
  `((site="blog")=>{let number=0;for(let i=0;i<site.length;i++)number=number*31+site.charCodeAt(i)|0;` +
  `const kept=new URLSearchParams(),sent=new URLSearchParams(location.search);` +
  `(${table}[number]||[]).forEach(name=>sent.getAll(name).forEach(value=>kept.append(name,value)));` +
  `return(""+kept).replace(/^(?=.)/,"?")})`;

/** The same hash as above. */
function siteNumber(id: string): number {
  let number = 0;
  for (let i = 0; i < id.length; i++) number = (number * 31 + id.charCodeAt(i)) | 0;
  return number;
}

/** Only newer browsers accept every character in a string of JavaScript. */
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
