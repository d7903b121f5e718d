import type { NamedPage } from './meant-pages.ts';
import type { RequiredParameter } from './parameter.ts';

/** Express has decoded the segment already; percent-encoded slashes did not split it. */
export const pagePath: RequiredParameter<NamedPage> = {
  name: 'encoded_page_path',
  in: 'path',
  description: 'The path of the page.',
  accepts: 'a path such as /blog/a',
  schema: { type: 'string', minLength: 1, examples: ['/blog/a'] },
  default: undefined,
  required: true,
  parse: (text) => ({ page: /^(\/|https?:\/\/)/i.test(text) ? text : `/${text}` }),
};
