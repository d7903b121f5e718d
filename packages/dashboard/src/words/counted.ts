import { formatCount } from '../format/numbers.ts';

/** A message about a count, in the forms that languages have for one and for several. */
interface Forms {
  one: (count: string) => string;
  other: (count: string) => string;
}

const rules = new Intl.PluralRules('en');

/** The message in the form of the count. */
export const counted = (forms: Forms, count: number): string =>
  (rules.select(count) === 'one' ? forms.one : forms.other)(formatCount(count));
