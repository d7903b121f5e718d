import { oneOf } from './one-of.ts';

const models = ['first', 'last', 'last_non_direct', 'linear'] as const;

export type Model = (typeof models)[number];

export const model = oneOf(models, {
  name: 'model',
  description:
    'Which sessions of the visitor a conversion is credited to: the first, the last, the last whose source is not Direct (else the last), or all of them in equal parts.',
  default: 'last_non_direct',
});
