import type { Parameter } from './parameter.ts';

const formats = ['json', 'html'] as const;

/** The form of a report that is also a document. */
export const reportFormat: Parameter<(typeof formats)[number], string> = {
  name: 'format',
  description: 'JSON, or an HTML document that can be sent as a mail.',
  accepts: `one of ${formats.join(', ')}`,
  schema: { type: 'string', enum: formats },
  default: 'json',
  parse: (text) => formats.find((known) => known === text),
};
