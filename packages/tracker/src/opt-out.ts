import { forgetIds } from './ids.ts';
import { stored } from './storage.ts';

/** Opt-out of this page, in case storage is blocked. */
let out: string | undefined;

/** Whether the visitor has opted out, here or in another tab. */
export const hasOptedOut = (): string | undefined => out || stored('opt_out');

/** Stores the opt-out, even if nothing else is stored, and forgets the visitor. */
export const optOut = (): void => {
  out = '1';
  stored('opt_out', out);
  forgetIds();
};

export const optIn = (): void => {
  out = '';
  stored('opt_out', out);
};
