/** English names of countries in GA4, now or once, that differ from those of Intl. */
const others: Readonly<Record<string, string>> = {
  'Antigua and Barbuda': 'AG',
  'Bosnia and Herzegovina': 'BA',
  'Cabo Verde': 'CV',
  "Cote d'Ivoire": 'CI',
  "Côte d'Ivoire": 'CI',
  'Czech Republic': 'CZ',
  'Democratic Republic of the Congo': 'CD',
  'Hong Kong': 'HK',
  Macao: 'MO',
  Macau: 'MO',
  'Macedonia (FYROM)': 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'Republic of the Congo': 'CG',
  Swaziland: 'SZ',
  'The Bahamas': 'BS',
  'The Gambia': 'GM',
  'Trinidad and Tobago': 'TT',
  Turkey: 'TR',
  Türkiye: 'TR',
};

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
export const countryNamed = (name: string): string => others[name] ?? codes.get(name) ?? '';
