import { z } from 'zod';

/** Invalid settings. The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the environment through a schema whose keys are the variable names. An empty variable counts as unset.
 * @throws ConfigError that lists all problems
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`Invalid settings:\n${problems.join('\n')}`);
}

/** A whole number within bounds. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `a whole number from ${min} to ${max}`);
}

/** A TCP port; 0 takes a free one. */
export const port = () => integer(0, 65535);

/** Settings of every public server; keys are environment variables. */
export const serverSettings = {
  MAX_CONNECTIONS: integer(10, 1_000_000)
    .default(10_000)
    .describe('Most connections to one port; new ones replace those that have been idle longest.'),
  METRICS_PORT: port()
    .optional()
    .describe(
      'Port for /metrics, /healthz and /readyz without a key, on HOST; never publish it. Unset: /metrics is at the public port and requires the key.',
    ),
};
