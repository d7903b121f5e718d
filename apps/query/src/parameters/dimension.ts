import { dimensions } from '@tallyhouse/filter';
import type { RequiredParameter } from './parameter.ts';

/** Only dimensions with one value for each session. */
const columns = new Map(
  [...dimensions].flatMap(([name, { holder, column }]) =>
    ['session', 'exit', 'visitor', 'site'].includes(holder) ? [[name, column] as const] : [],
  ),
);
const names = [...columns.keys()];

export const dimension: RequiredParameter<string> = {
  name: 'dimension',
  description: 'The property by which sessions are grouped.',
  accepts: `one of ${names.join(', ')}`,
  schema: { type: 'string', enum: names },
  default: undefined,
  required: true,
  parse: (text) => columns.get(text),
};
