import { createHash } from 'node:crypto';

const longestId = 64;
const longestKey = 1_978;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** A key that LMDB can store, which takes 1,978 bytes at most: a longer text is replaced with its digest. */
export const storableKey = (text: string): string =>
  text.length <= longestKey / 3 || Buffer.byteLength(text) < longestKey ? text : digest(text);

/** A source's id of a visitor or a visit, as a field of a ping takes it. */
export const fittingId = (id: string | undefined): string | undefined =>
  id !== undefined && id.length > longestId ? digest(id) : id;
