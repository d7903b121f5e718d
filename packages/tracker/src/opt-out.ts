import { forgetIds } from './ids.ts';
import { read, write } from './storage.ts';

const key = 'tallyhouse_opt_out';

/** For this page, should storage be blocked. */
let out = false;

/** Whether the visitor wants not to be counted; said here or in another tab. */
export function hasOptedOut(): string | boolean | undefined {
  return out || read(key);
}

/** Remembers the wish, also where nothing else is stored, and forgets the visitor. */
export function optOut(): void {
  out = true;
  write(key, '1');
  forgetIds();
}

export function optIn(): void {
  out = false;
  write(key);
}
