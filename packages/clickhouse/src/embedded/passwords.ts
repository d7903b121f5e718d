import { type KeptFile, keep, readKept } from '@tallyhouse/service';
import { z } from 'zod';
import { makePassword } from './bi-user.ts';
import type { Passwords } from './configuration.ts';

const passwordFile = (path: string): KeptFile<Passwords> => ({
  path,
  shape: z.object({ writer: z.string().min(1), reader: z.string().min(1) }),
  remedy:
    'It holds the passwords of the users writer and reader of the embedded ClickHouse. Delete it while the service is ' +
    'stopped: the next start creates new ones. No data is lost; SQL clients need the new password.',
});

/**
 * Reads the passwords of the two users from a file that only its owner may read; creates them at the first start.
 * @throws an Error that names the file and the remedy when its content is invalid
 */
export async function keepPasswords(path: string): Promise<Passwords> {
  const kept = await readPasswords(path);
  if (kept !== undefined) return kept;
  const made = { writer: makePassword(), reader: makePassword() };
  await keep(passwordFile(path), made);
  return made;
}

/** The passwords of a running service's server; undefined without such a file. @throws as keepPasswords */
export const readPasswords = (path: string): Promise<Passwords | undefined> => readKept(passwordFile(path));
