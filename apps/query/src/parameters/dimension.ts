import { dimensions } from '@tallyhouse/filter';
import type { RequiredParameter } from './parameter.ts';

/** Only dimensions with one value for each session. The visitor type is left out, because no settled row has it. */
const columns = new Map(
  [...dimensions].flatMap(([name, { holder, column }]) =>
    holder === 'session' || holder === 'exit' || holder === 'site' ? [[name, column] as const] : [],
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
