import { z } from 'zod';

/** Settings that cannot be used. The message lists every problem, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the environment through a schema whose keys are the variables' names. An empty variable counts as unset.
 * @throws ConfigError with all problems together
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`These settings cannot be used:\n${problems.join('\n')}`);
}

/** A whole number in digits, within bounds. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `a whole number from ${min} to ${max}`);
}

/** A TCP port; 0 takes a free one. */
export const port = () => integer(0, 65535);

/** What every server that strangers reach is told. The keys are the variables' names. */
export const serverSettings = {
  MAX_CONNECTIONS: integer(10, 1_000_000)
    .default(10_000)
    .describe('Connections to one port; further ones take the place of those that wait for their sender.'),
  METRICS_PORT: port()
    .optional()
    .describe(
      'Port for /metrics, /healthz and /readyz without a key, on HOST; never publish it. Unset: /metrics is at the public port and wants the key.',
    ),
};
