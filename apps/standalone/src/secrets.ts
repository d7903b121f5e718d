import { randomBytes } from 'node:crypto';
import { type KeptFile, keep, readKept } from '@tallyhouse/service';
import { z } from 'zod';
import type { StandaloneConfig } from './config.ts';

const shape = z.object({ api_key: z.string().min(16), identity_secret: z.string().min(16) });

/** What a standalone installation needs to know and nobody configured. */
export type Secrets = z.output<typeof shape>;

const secretsFile = (path: string): KeptFile<Secrets> => ({
  path,
  shape,
  remedy:
    'It holds the key that reports are asked with (api_key) and what ids of visitors are derived with (identity_secret). ' +
    'Restore it from a backup. If you delete it, the next start makes both anew: the old key is refused, and every visitor ' +
    'without an id of its own counts as a new one.',
});

/**
 * Reads the installation's secrets from a file that only its owner may read; makes them at the first start.
 * @throws an Error that names the file when it holds something else: new secrets would turn known visitors into new ones
 */
export async function keepSecrets(path: string): Promise<Secrets> {
  const kept = await readKept(secretsFile(path));
  if (kept !== undefined) return kept;
  const made = {
    api_key: randomBytes(24).toString('base64url'),
    identity_secret: randomBytes(32).toString('base64url'),
  };
  await keep(secretsFile(path), made);
  return made;
}

/** The settings, and the installation's own secrets where none were configured. */
export function withSecrets(
  config: StandaloneConfig,
  { api_key, identity_secret }: Secrets,
): StandaloneConfig & { IDENTITY_SECRET: string } {
  return {
    ...config,
    API_KEY: isKeyConfigured(config) ? config.API_KEY : api_key,
    IDENTITY_SECRET: config.IDENTITY_SECRET ?? identity_secret,
  };
}

/** Whether reports are asked with a key that was configured, and not with the installation's own. */
export function isKeyConfigured({ API_KEY, ADMIN_PASSWORD }: StandaloneConfig): boolean {
  return API_KEY !== undefined || ADMIN_PASSWORD !== undefined;
}
