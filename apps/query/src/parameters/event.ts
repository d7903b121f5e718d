import { pingFields } from '@tallyhouse/ping';
import type { Parameter, RequiredParameter } from './parameter.ts';

const longest = pingFields.event.rule.max;

function parse(text: string): string | undefined {
  const name = text.trim();
  return name !== '' && name.length <= longest ? name : undefined;
}

const accepts = `the name of an event, 1 to ${longest} characters`;
const schema = { type: 'string', minLength: 1, examples: ['Signup'] } as const;

export const event: Parameter<string, undefined> = {
  name: 'event',
  description: 'The name of the event. All events by default.',
  accepts,
  schema,
  default: undefined,
  parse,
};

export const eventInPath: RequiredParameter<string> = {
  name: 'encoded_event',
  in: 'path',
  description: 'The name of the event.',
  accepts,
  schema,
  default: undefined,
  required: true,
  parse,
};
