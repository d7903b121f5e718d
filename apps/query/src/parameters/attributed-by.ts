import { dimensions } from '@tallyhouse/filter';
import { oneOf } from './one-of.ts';

/** Properties of sessions that conversions are credited to: of these, the dimensions that there are. */
export const credited = ['source', 'medium', 'channel', 'utm_campaign', 'entry_page', 'country'].filter(
  (name) => dimensions.has(name),
);

export const attributedBy = oneOf(credited, {
  name: 'by',
  description: 'The property of sessions that conversions are credited to.',
  default: 'source',
});
