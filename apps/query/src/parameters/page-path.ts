import type { RequiredParameter } from './parameter.ts';

/** Express has decoded the segment already; percent-encoded slashes did not split it. */
export const pagePath: RequiredParameter<string> = {
  name: 'encoded_page_path',
  in: 'path',
  description: 'The path of the page, percent-encoded as one segment: /blog/a is %2Fblog%2Fa, the root %2F.',
  accepts: 'a path, percent-encoded as one segment, such as %2Fblog%2Fa',
  schema: { type: 'string', minLength: 1, examples: ['/blog/a'] },
  default: undefined,
  required: true,
  parse: normalise,
};

/** Spells a path as ingest does: with a leading slash, and without a trailing one except for the root. */
function normalise(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  const text = path.slice(0, end);
  return text.startsWith('/') ? text : `/${text}`;
}
