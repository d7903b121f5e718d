import { createHash, randomBytes } from 'node:crypto';

/** A new key, which is stored nowhere, and its hash. @param bytes of it: random ones unless they are given */
export function makeKey(bytes = randomBytes(24)): { key: string; sha256: string } {
  const key = bytes.toString('base64url');
  return { key, sha256: createHash('sha256').update(key).digest('hex') };
}

/** The address of the dashboard that signs in with a key; browsers never send the part after # to a server. @param dashboard its address */
export const signInAddress = (dashboard: string, key: string): string =>
  `${dashboard.replace(/\/+$/, '')}/#key=${encodeURIComponent(key)}`;
