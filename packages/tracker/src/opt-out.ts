import { forgetIds } from './ids.ts';
import { read, write } from './storage.ts';

const key = 'tallyhouse_opt_out';

/** Opt-out of this page, in case storage is blocked. */
let out = false;

/** Whether the visitor has opted out, here or in another tab. */
export function hasOptedOut(): string | boolean | undefined {
  return out || read(key);
}

/** Stores the opt-out, even if nothing else is stored, and forgets the visitor. */
export function optOut(): void {
  out = true;
  write(key, '1');
  forgetIds();
}

export function optIn(): void {
  out = false;
  write(key);
}
