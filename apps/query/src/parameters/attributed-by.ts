import { computedNames } from '@tallyhouse/ping/session-properties';
import { oneOf } from './one-of.ts';

/** Properties of sessions that conversions are credited to. */
export const credited = ['source', 'medium', ...computedNames, 'utm_campaign', 'entry_page', 'country'];

export const attributedBy = oneOf(credited, {
  name: 'by',
  description: 'The property of sessions that conversions are credited to.',
  default: 'source',
});
