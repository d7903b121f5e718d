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
    .flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[plain(name), code]];
    }),
);

/** Google's lists spell a country in several ways: `Trinidad & Tobago`, `St. Lucia` and `Réunion`, or without signs and short forms. */
function plain(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
  return letters
    .replaceAll(' & ', ' and ')
    .replace(/^St\. /, 'Saint ')
    .replace(/^The /, '')
    .replace(/ the /g, ' ');
}

/** The code of a country by its English name; `''` for anything else. */
export const countryNamed = (name: string): string => others.get(name) ?? codes.get(plain(name)) ?? '';
