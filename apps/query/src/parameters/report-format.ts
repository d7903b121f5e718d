import { oneOf } from './one-of.ts';

/** The format of a report that is also a document. */
export const reportFormat = oneOf(['json', 'html'], {
  name: 'format',
  description: 'JSON, or an HTML document that can be sent as a mail.',
  default: 'json',
});
