import type { Parameter } from './parameter.ts';

const form = /^[A-Za-z0-9._-]{1,64}$/;

export const siteId: Parameter<string, string> = {
  name: 'site_id',
  description: 'The site that the report is about.',
  accepts: '1 to 64 characters out of A-Z, a-z, 0-9, ".", "_" and "-"',
  schema: { type: 'string', pattern: form.source },
  default: 'blog',
  parse: (text) => (form.test(text) ? text : undefined),
};
