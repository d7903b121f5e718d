import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { StandaloneConfig } from './config.ts';

const kept = z.object({ api_key: z.string().min(16), identity_secret: z.string().min(16) });

/** What a standalone installation needs to know and nobody configured. */
export type Secrets = z.output<typeof kept>;

/**
 * Reads the installation's secrets from a file that only its owner may read; makes them at the first start.
 * @throws an Error when the file holds something else: new secrets would turn every known visitor into a new one
 */
export async function keepSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) {
    const parsed = kept.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    throw new Error(
      `${file} should hold api_key and identity_secret. Restore it, or delete it to make new ones.`,
    );
  }
  const made = {
    api_key: randomBytes(24).toString('base64url'),
    identity_secret: randomBytes(32).toString('base64url'),
  };
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}

/** The settings, and the installation's own secrets where none were configured. */
export function withSecrets(
  config: StandaloneConfig,
  { api_key, identity_secret }: Secrets,
): StandaloneConfig & { IDENTITY_SECRET: string } {
  const hasKey = config.API_KEY !== undefined || config.ADMIN_PASSWORD !== undefined;
  return {
    ...config,
    API_KEY: hasKey ? config.API_KEY : api_key,
    IDENTITY_SECRET: config.IDENTITY_SECRET ?? identity_secret,
  };
}
