import { oneOf } from './one-of.ts';

export const by = oneOf(['visitor', 'session'], {
  name: 'by',
  description: 'Who does the steps: a visitor, within the time of within, or a session.',
  default: 'visitor',
});
