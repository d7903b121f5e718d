import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { applyPreset } from './privacy.ts';

/** Invalid settings. The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const secretFiles = new WeakSet<z.ZodType>();

/** The setting `<name>_FILE` of a secret: a file that contains it, so that it is not in the environment. */
export function secretFile() {
  const setting = z.string().optional();
  secretFiles.add(setting);
  return setting;
}

/**
 * Reads the environment through a schema whose keys are the variable names. An empty variable counts as unset. A secret may be
 * in a file instead (secretFile); the end of its line does not belong to it. A preset (PRIVACY) gives values to what is unset. What each setting
 * means is in docs/configuration.md, which a test holds complete.
 * @throws ConfigError that lists all problems
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const problems: string[] = [];
  for (const [setting, field] of Object.entries(schema.shape)) {
    const path = given[setting];
    if (path === undefined || !secretFiles.has(field)) continue;
    const name = setting.replace(/_FILE$/, '');
    const problem = given[name] === undefined ? undefined : `is set, and so is ${name}: set one of them`;
    const read = problem === undefined ? readSecret(path) : { problem };
    if ('problem' in read) problems.push(`  ${setting}: ${read.problem}`);
    else given[name] = read.secret;
  }
  problems.push(...applyPreset(Object.keys(schema.shape), given));
  const result = schema.safeParse(given);
  if (result.success && problems.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  problems.push(...issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`));
  throw new ConfigError(`Invalid settings:\n${problems.join('\n')}`);
}

function readSecret(path: string): { secret: string } | { problem: string } {
  try {
    // Editors on Windows begin a file with a byte order mark, which the decoder removes, or write UTF-16, which it refuses.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    const secret = text.replace(/\r?\n$/, '');
    return secret.trim() === '' ? { problem: `${path} is empty` } : { secret };
  } catch (error) {
    return { problem: `${path} cannot be read: ${error instanceof Error ? error.message : error}` };
  }
}

/** A whole number within bounds. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `a whole number from ${min} to ${max}`);
}

/** 1 for true, 0 for false. */
export const flag = (usual: '0' | '1') =>
  z
    .enum(['0', '1'], '0 or 1')
    .default(usual)
    .transform((text) => text === '1');

/** A TCP port; 0 takes a free one. */
export const port = () => integer(0, 65535);

/** Settings of every public server; keys are environment variables. */
export const serverSettings = {
  MAX_CONNECTIONS: integer(10, 1_000_000).default(10_000),
  METRICS_PORT: port().optional(),
};
