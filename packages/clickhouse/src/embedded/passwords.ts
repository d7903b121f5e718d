import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Passwords } from './configuration.ts';

/**
 * Reads the passwords of the two users from a file that only its owner may read; makes them at the first start.
 * @throws an Error when the file holds something else
 */
export async function keepPasswords(file: string): Promise<Passwords> {
  const kept = await readPasswords(file);
  if (kept !== undefined) return kept;
  const made = {
    writer: randomBytes(24).toString('base64url'),
    reader: randomBytes(24).toString('base64url'),
  };
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}

/** The passwords that a server was started with; undefined when there is no such file. @throws as keepPasswords */
export async function readPasswords(file: string): Promise<Passwords | undefined> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept === undefined) return undefined;
  const parsed: unknown = JSON.parse(kept);
  if (isPasswords(parsed)) return { writer: parsed.writer, reader: parsed.reader };
  throw new Error(
    `${file} should hold the passwords of the users writer and reader; delete it to make new ones.`,
  );
}

function isPasswords(value: unknown): value is Passwords {
  return (
    typeof value === 'object' &&
    value !== null &&
    'writer' in value &&
    typeof value.writer === 'string' &&
    'reader' in value &&
    typeof value.reader === 'string'
  );
}
