import { parseTimezone, type Timezone } from '@tallyhouse/sites';
import type { Parameter } from './parameter.ts';

export const timezone: Parameter<Timezone, string> = {
  name: 'timezone',
  description: 'The IANA time zone in which days and hours begin.',
  accepts: 'the name of an IANA time zone, such as UTC or Europe/Paris',
  schema: { type: 'string', examples: ['UTC', 'Europe/Paris'] },
  default: 'UTC',
  parse: parseTimezone,
};
