import { randomBytes } from 'node:crypto';
import { type KeptFile, keep, readKept } from '@tallyhouse/service';
import { z } from 'zod';
import type { StandaloneConfig } from './config.ts';

const shape = z.object({ api_key: z.string().min(16), identity_secret: z.string().min(16) });

/** Secrets that a standalone installation creates unless they are configured. */
export type Secrets = z.output<typeof shape>;

const secretsFile = (path: string): KeptFile<Secrets> => ({
  path,
  shape,
  remedy:
    'It contains the key for reports (api_key) and the secret for deriving visitor ids (identity_secret). ' +
    'Restore it from a backup. If you delete it, the next start creates both again: the old key is refused, and all ' +
    'cookieless visitors count as new.',
});

/** The secrets of an earlier start; undefined without one. */
export const readSecrets = (path: string): Promise<Secrets | undefined> => readKept(secretsFile(path));

/**
 * Reads the installation's secrets from a file that only its owner may read; creates them at the first start.
 * @throws an Error that names the file when it is invalid: new secrets would make known visitors count as new
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

/** The settings, completed with the installation's own secrets. */
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

/** Whether a key is configured, so that the installation's own is not used. */
export function isKeyConfigured({ API_KEY, ADMIN_PASSWORD }: StandaloneConfig): boolean {
  return API_KEY !== undefined || ADMIN_PASSWORD !== undefined;
}
