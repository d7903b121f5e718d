import { oneOf } from './one-of.ts';

export const columns = oneOf(['standard', 'all'], {
  name: 'columns',
  description: 'With all, columns that were added later follow the standard ones.',
  default: 'standard',
});
