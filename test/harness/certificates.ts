import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './ran.ts';

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** PEM files: a certificate and its private key. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Creates a certificate authority with openssl. Its certificates are valid for two days. */
export async function createAuthority(folder: string, name: string): Promise<Certificate> {
  const cert = join(folder, `${name}.pem`);
  const key = join(folder, `${name}.key`);
  const subject = ['-subj', `/CN=${name}`, '-days', '2'];
  await run('openssl', ['req', '-x509', ...newKey, ...subject, '-keyout', key, '-out', cert]);
  return { cert, key };
}

/** A certificate that the authority signed. @param alternative such as `IP:127.0.0.1`: the host it is good for */
export async function signCertificate(
  authority: Certificate,
  folder: string,
  name: string,
  alternative: string,
): Promise<Certificate> {
  const file = (ending: string) => join(folder, `${name}.${ending}`);
  await writeFile(file('ext'), `subjectAltName=${alternative}\n`);
  const request = ['req', ...newKey, '-subj', `/CN=${name}`, '-keyout', file('key'), '-out', file('csr')];
  await run('openssl', request);
  const signer = ['-CA', authority.cert, '-CAkey', authority.key, '-CAcreateserial'];
  const extensions = ['-extfile', file('ext'), '-days', '2'];
  await run('openssl', ['x509', '-req', '-in', file('csr'), ...signer, ...extensions, '-out', file('pem')]);
  return { cert: file('pem'), key: file('key') };
}
