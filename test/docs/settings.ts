import { readConfig as consumer } from '@tallyhouse/consumer/config';
import { readConfig as ingest } from '@tallyhouse/ingest/config';
import { readConfig as query } from '@tallyhouse/query/config';
import { readConfig as migrate } from '@tallyhouse/schema';
import { readConfig as start } from '@tallyhouse/standalone';
import { readConfig as notify } from '@tallyhouse/tallyhouse/notify';

type Service = typeof import('@tallyhouse/service');
type Schema = Parameters<Service['readEnvironment']>[0];

const seen: Schema[] = [];

// Captures each program's schema, so that no second list of settings exists.
jest.mock('@tallyhouse/service', () => {
  const actual = jest.requireActual<Service>('@tallyhouse/service');
  const readEnvironment: Service['readEnvironment'] = (schema, env) => {
    seen.push(schema);
    return actual.readEnvironment(schema, env);
  };
  return { ...actual, readEnvironment };
});

/** How each program reads its environment, by its name in the documents. `start` is `npm start`. */
export const readConfigOf = { start, ingest, consumer, query, migrate, notify };

export type ProgramName = keyof typeof readConfigOf;

/** The environment variables of a program, each with its schema. */
export function settingsOf(program: ProgramName): Schema['shape'] {
  seen.length = 0;
  try {
    readConfigOf[program]({});
  } catch {
    // Required settings are missing, but the schema has been captured.
  }
  const [schema] = seen;
  if (!schema) throw new Error(`${program} did not read its environment through readEnvironment`);
  return schema.shape;
}
