import { messages } from '../words/words.ts';
import { isText, shape } from './guards.ts';

export const isError = shape({ error: shape({ message: isText }) });

/** How messages of the service begin that any reader may meet. */
export const starts = {
  noDatabase: 'The database cannot be reached.',
  tooLong: 'The report took too long.',
  tooLarge: 'The report needs more memory',
  busy: 'Too many concurrent requests',
  internal: 'Internal error.',
} as const;

/** A reason where a button, or the page itself, offers the retry. */
export const withoutRetry = (words: string): string => words.replace(/ Please try again\.$/, '');

/** A message of the service in the language of the page, where that has it; otherwise as it is, which is English. */
export function inWords(message: string): string {
  for (const name of Object.keys(starts) as (keyof typeof starts)[])
    if (message.startsWith(starts[name])) return messages.problems[name];
  return message;
}
