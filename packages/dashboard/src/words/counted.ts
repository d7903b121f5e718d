import { formatCount } from '../format/numbers.ts';
import { onFirstUse } from '../format/on-first-use.ts';
import { spoken } from './words.ts';

/** A message about a count, in the forms that languages have for one and for several. */
interface Forms {
  one: (count: string) => string;
  other: (count: string) => string;
}

const rules = onFirstUse(() => new Intl.PluralRules(spoken));

/** The form of the message for the count. */
export const formFor = (forms: Forms, count: number): Forms['one'] =>
  rules().select(count) === 'one' ? forms.one : forms.other;

/** The message in the form of the count. */
export const counted = (forms: Forms, count: number): string => formFor(forms, count)(formatCount(count));
