import { z } from 'zod';

/** Wrong keys are limited by address, and this many characters of chance are out of reach for all addresses together. */
const shortest = 16;

/** The keys of the service, for every app that checks them. The keys are the variables' names. */
export const keySettings = {
  API_KEY: key().describe(
    'The key that reports are asked with (Authorization: Bearer <key>), and that lets senders give timestamp, ip and user_agent.',
  ),
  ADMIN_PASSWORD: key().describe('Counts as API_KEY does.'),
};

/** Blanks around it could never arrive in a header; a value of nothing else counts as unset. */
function key() {
  return z
    .string()
    .transform((text) => text.trim() || undefined)
    .refine(
      (text) => text === undefined || [...text].length >= shortest,
      `at least ${shortest} characters. Make one with: openssl rand -base64 24`,
    )
    .optional();
}
