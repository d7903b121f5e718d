/**
 * The BI users of the embedded ClickHouse, which cannot store users itself: a file in its folder, read at each start of the server. It is
 * replaced as a whole, so an interrupted command leaves either the old or the new users.
 */

import { join } from 'node:path';
import { isSiteId } from '@tallyhouse/ping';
import { type KeptFile, keep, readKept, withLock } from '@tallyhouse/service';
import { z } from 'zod';
import { type BiUser, biUserName } from './bi-user.ts';

export interface StoredBiUser extends BiUser {
  /** Hash of the password followed by the salt, hexadecimal. */
  passwordSha256: string;
  salt: string;
}

const shape = z.strictObject({
  users: z.array(
    z
      .strictObject({
        name: biUserName,
        password_sha256: z.string().regex(/^[0-9a-f]{64}$/),
        salt: z.string(),
        sites: z.array(z.string().refine(isSiteId)).min(1).optional(),
        personal: z.boolean(),
        write: biUserName.optional(),
        max_seconds: z.int().min(1),
        max_memory_mb: z.int().min(1),
      })
      .readonly(),
  ),
});

type Content = z.output<typeof shape>;

const kept = (path: string): KeptFile<Content> => ({
  path,
  shape,
  remedy:
    'It holds the BI users of the embedded ClickHouse. Restore it from a backup, or delete it and add them again with ' +
    'tallyhouse bi-user. Nothing else depends on it.',
});

/** @param folder that of the embedded server */
export const biUsersFile = (folder: string): string => join(folder, 'bi-users.json');

/** The users of a file; none when it does not exist. @throws an Error that names the file, the problem and the remedy */
export async function readBiUsers(path: string): Promise<StoredBiUser[]> {
  const { users } = (await readKept(kept(path))) ?? { users: [] };
  return users.map((user) => ({
    name: user.name,
    passwordSha256: user.password_sha256,
    salt: user.salt,
    sites: user.sites,
    personal: user.personal,
    ...(user.write && { write: user.write }),
    maxSeconds: user.max_seconds,
    maxMemoryMb: user.max_memory_mb,
  }));
}

/**
 * Changes the users of a file. Commands take turns, so that none reverts the change of another.
 * @param change returns the new users; if it throws, the file stays as it is
 */
export async function changeBiUsers(
  path: string,
  change: (users: StoredBiUser[]) => StoredBiUser[],
): Promise<void> {
  await withLock(`${path}.lock`, async () => {
    const users = change(await readBiUsers(path)).map((user) => ({
      name: user.name,
      password_sha256: user.passwordSha256,
      salt: user.salt,
      ...(user.sites && { sites: user.sites }),
      personal: user.personal,
      ...(user.write && { write: user.write }),
      max_seconds: user.maxSeconds,
      max_memory_mb: user.maxMemoryMb,
    }));
    await keep(kept(path), { users });
  });
}
