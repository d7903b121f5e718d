import { messages } from '../words/words.ts';
import type { Blamed } from './field.tsx';

/**
 * A refusal with the label on the screen instead of the member's name at its start.
 * @param labelOf the label of a member's path; undefined for one without
 */
export function inWords({ parameter, words }: Blamed, labelOf: (path: string) => string | undefined): Blamed {
  if (parameter === undefined || !words.startsWith(parameter)) return { parameter, words };
  const parts = parameter.split('.');
  const length = parts.findLastIndex(
    (_, index) => labelOf(parts.slice(0, index + 1).join('.')) !== undefined,
  );
  if (length < 0) return { parameter, words };
  const within = parts
    .slice(length + 1)
    .map((part) => (/^\d+$/.test(part) ? messages.manage.nthEntry(`${Number(part) + 1}`) : part));
  const label = [labelOf(parts.slice(0, length + 1).join('.')), ...within].join(', ');
  return { parameter, words: label + words.slice(parameter.length) };
}
