import type { RequiredParameter } from './parameter.ts';

/** Any text: an impossible id is a site that does not exist. */
export const siteInPath: RequiredParameter<string> = {
  name: 'id',
  in: 'path',
  description: 'The id of the site.',
  accepts: 'the id of a site',
  schema: { type: 'string', minLength: 1, examples: ['blog'] },
  default: undefined,
  required: true,
  parse: (text) => text,
};
