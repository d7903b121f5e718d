import lists from './lists.json' with { type: 'json' };

/** English names in GA4, current or former, that differ from those of Intl. */
const others: ReadonlyMap<string, string> = new Map(Object.entries(lists.countries));

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const codes = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    // Obsolete codes (DD, SU) have the names of their successors.
    .filter((code) => new Intl.Locale(`und-${code}`).region === code)
    .map((code) => [names.of(code), code]),
);

/** The code of a country by its English name; `''` for anything else. */
export const countryNamed = (name: string): string => others.get(name) ?? codes.get(name) ?? '';
