import type { RequiredParameter } from './parameter.ts';

const longest = 200;

export const q: RequiredParameter<string> = {
  name: 'q',
  description: 'Text that path or title must contain; case is ignored. No character has a special meaning.',
  accepts: `1 to ${longest} characters`,
  schema: { type: 'string', minLength: 1, maxLength: longest, examples: ['bread'] },
  default: undefined,
  required: true,
  parse(text) {
    const characters = [...text].length; // an emoji counts as one, as in JSON Schema
    return characters >= 1 && characters <= longest ? text : undefined;
  },
};
