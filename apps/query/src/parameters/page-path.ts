import type { RequiredParameter } from './parameter.ts';

/** Comes decoded, as Express decodes the parts of a path. Its percent-encoded slashes did not divide it. */
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

/** As ingest spells paths: a leading slash, and none at the end but the root's. */
function normalise(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  const text = path.slice(0, end);
  return text.startsWith('/') ? text : `/${text}`;
}
