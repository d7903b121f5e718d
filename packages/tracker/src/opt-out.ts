import { forgetIds } from './ids.ts';
import { stored } from './storage.ts';

const key = 'tallyhouse_opt_out';

/** Opt-out of this page, in case storage is blocked. */
let out: string | undefined;

/** Whether the visitor has opted out, here or in another tab. */
export const hasOptedOut = (): string | undefined => out || stored(key);

/** Stores the opt-out, even if nothing else is stored, and forgets the visitor. */
export const optOut = (): void => {
  out = '1';
  stored(key, out);
  forgetIds();
};

export const optIn = (): void => {
  out = '';
  stored(key, out);
};
