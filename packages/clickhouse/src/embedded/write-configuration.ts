import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BiNames } from '../bi-names.ts';
import type { Account, BiAccounts } from './bi-sign-in.ts';
import { passwordHash } from './bi-user.ts';
import {
  type Passwords,
  type ReaderRights,
  type ServerLimits,
  serverConfig,
  usersConfig,
} from './configuration.ts';
import type { StoredBiUser } from './users-file.ts';

/** The configuration of a server, without its BI accounts. */
export interface Configured {
  folder: string;
  passwords: Passwords;
  /** The common password of all BI accounts, known only to the proxy. */
  innerPassword: string;
  /** The ports of the native protocol; undefined for none. */
  native: { tcpPort: number; insideTcpPort: number } | undefined;
  limits: ServerLimits;
  reader: ReaderRights;
  bi?: BiNames | undefined;
}

/** The entrances of a server process, which reads them from a file as JSON. */
export interface Doors {
  bi: BiAccounts;
  /** The native protocol, on 127.0.0.1, and its users; undefined: closed. */
  native?: { tcpPort: number; insideTcpPort: number; users: Account[] } | undefined;
}

/** @returns the files that a server reads at its start */
export async function writeConfiguration(configured: Configured, users: readonly StoredBiUser[]) {
  const { folder, passwords, innerPassword, limits, reader, bi } = configured;
  const fileOf = (name: string) => join(folder, name);
  const doorsFile = fileOf('doors.json');
  const usersFile = fileOf('users.xml');
  const configFile = fileOf('config.xml');
  await writeForOwner(doorsFile, JSON.stringify(doorsOf(configured, users)));
  await writeForOwner(usersFile, usersConfig(passwords, reader, bi, { users, innerPassword }));
  await writeFile(configFile, serverConfig(usersFile, fileOf('backups'), limits, users));
  return { configFile, doorsFile };
}

function doorsOf({ innerPassword, passwords, native }: Configured, users: readonly StoredBiUser[]): Doors {
  return {
    bi: { users, innerPassword },
    native: native && { ...native, users: nativeUsers(passwords) },
  };
}

const nativeUsers = (passwords: Passwords): Account[] =>
  (['writer', 'reader'] as const).map((name) => ({
    name,
    passwordSha256: passwordHash(passwords[name]),
    salt: '',
  }));

async function writeForOwner(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  await chmod(path, 0o600);
}
