import { forgetIds } from './ids.ts';
import { stored } from './storage.ts';

/** Opt-out of this page, in case storage is blocked. */
let out: string | undefined;

/** Whether the visitor has opted out, here or in another tab. */
export const hasOptedOut = (): string | undefined => out || stored('opt_out');

/** Forgets the visitor, which makes room where the storage is full, and stores the opt-out, even if nothing else is stored. */
export const optOut = (): void => {
  out = '1';
  forgetIds();
  stored('opt_out', out);
};

export const optIn = (): void => {
  out = '';
  stored('opt_out', out);
};
