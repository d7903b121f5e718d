import { z } from 'zod';

/** Wrong keys are limited by address, and this many characters of chance are out of reach for all addresses together. */
const shortest = 16;

/** What to do about a key that is too short. */
export const shortKeyProblem = `at least ${shortest} characters. Make one with: openssl rand -base64 24`;

/** Whether a configured key could be guessed. An unset one cannot. */
export function isShortKey(key: string | undefined): boolean {
  return key !== undefined && [...key].length < shortest;
}

/** Keys of any length: for a service that decides by its other settings which length will do. */
export const anyKeySettings = {
  API_KEY: key().describe(
    'The key that reports are asked with (Authorization: Bearer <key>), and that lets senders give timestamp, ip and user_agent.',
  ),
  ADMIN_PASSWORD: key().describe('Counts as API_KEY does.'),
};

/** The keys of the service, for every app that checks them. The keys are the variables' names. */
export const keySettings = {
  API_KEY: long(anyKeySettings.API_KEY),
  ADMIN_PASSWORD: long(anyKeySettings.ADMIN_PASSWORD),
};

function long(setting: ReturnType<typeof key>) {
  return setting.refine((text) => !isShortKey(text), shortKeyProblem);
}

/** Blanks around it could never arrive in a header; a value of nothing else counts as unset. */
function key() {
  return z
    .string()
    .transform((text) => text.trim() || undefined)
    .optional();
}
