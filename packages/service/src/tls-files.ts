import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** PEM texts. Without `ca`, Node's own authorities are trusted; `cert` and `key` are the client's. */
export interface Tls {
  ca?: string;
  cert?: string;
  key?: string;
}

/** The paths of PEM files, as settings have them. */
export type TlsPaths = Readonly<Record<keyof Tls, string | undefined>>;

/**
 * Reads the PEM files of the settings `<prefix>_CA`, `<prefix>_CERT` and `<prefix>_KEY`.
 * @param unused why none of them has an effect, if so
 * @param problems receives a line for each error
 */
export function readTlsFiles(
  prefix: string,
  paths: TlsPaths,
  unused: string | undefined,
  problems: string[],
): Tls {
  const tls: Tls = {};
  for (const part of ['ca', 'cert', 'key'] as const) {
    const name = `${prefix}_${part.toUpperCase()}`;
    const path = paths[part];
    if (path === undefined) continue;
    if (unused !== undefined) problems.push(`${name}: ${unused}`);
    try {
      const pem = readFileSync(path, 'utf8');
      // Checked as a certificate: as `ca` OpenSSL accepts any text, and finds no authority in it.
      createSecureContext(part === 'key' ? { key: pem } : { cert: pem });
      tls[part] = pem;
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if ((paths.cert === undefined) !== (paths.key === undefined)) {
    problems.push(`${prefix}_CERT and ${prefix}_KEY: each requires the other`);
  }
  return tls;
}
