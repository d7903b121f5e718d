import { z } from 'zod';
import { secretFile } from './config.ts';

/** Wrong keys are limited by address, and this many random characters cannot be guessed even from many addresses. */
const shortest = 16;

export const shortKeyProblem = `at least ${shortest} characters. Create one with: openssl rand -base64 24`;

/** Whether a configured key is short enough to guess; an unset one is not. */
export function isShortKey(key: string | undefined): boolean {
  return key !== undefined && [...key].length < shortest;
}

/** Keys of any length, for a service whose required length depends on its other settings. */
export const anyKeySettings = {
  API_KEY: key(),
  API_KEY_FILE: secretFile(),
  ADMIN_PASSWORD: key(),
  ADMIN_PASSWORD_FILE: secretFile(),
};

/** Settings of the service's keys, for every app that checks them. */
export const keySettings = {
  ...anyKeySettings,
  API_KEY: long(anyKeySettings.API_KEY),
  ADMIN_PASSWORD: long(anyKeySettings.ADMIN_PASSWORD),
};

function long(setting: ReturnType<typeof key>) {
  return setting.refine((text) => !isShortKey(text), shortKeyProblem);
}

/** Trimmed, because a header cannot carry surrounding blanks; a blank value counts as unset. */
function key() {
  return z
    .string()
    .transform((text) => text.trim() || undefined)
    .refine((text = '') => !/\p{Cc}/u.test(text), 'has a line end or another control character')
    .optional();
}
