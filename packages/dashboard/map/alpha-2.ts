/** Names of the world atlas that differ from Intl's. */
const others: Readonly<Record<string, string>> = {
  'Antigua and Barb.': 'AG',
  'Bosnia and Herz.': 'BA',
  'British Virgin Is.': 'VG',
  'Cabo Verde': 'CV',
  'Cayman Is.': 'KY',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  'Cook Is.': 'CK',
  "Côte d'Ivoire": 'CI',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  'Faeroe Is.': 'FO',
  'Falkland Is.': 'FK',
  'Fr. Polynesia': 'PF',
  'Fr. S. Antarctic Lands': 'TF',
  'Hong Kong': 'HK',
  Macao: 'MO',
  Macedonia: 'MK',
  'Marshall Is.': 'MH',
  Myanmar: 'MM',
  'N. Mariana Is.': 'MP',
  Palestine: 'PS',
  'Pitcairn Is.': 'PN',
  'S. Sudan': 'SS',
  'Saint Helena': 'SH',
  'Saint Lucia': 'LC',
  'Solomon Is.': 'SB',
  'St. Kitts and Nevis': 'KN',
  'St. Pierre and Miquelon': 'PM',
  'St. Vin. and Gren.': 'VC',
  'St-Barthélemy': 'BL',
  'St-Martin': 'MF',
  'São Tomé and Principe': 'ST',
  'Trinidad and Tobago': 'TT',
  Turkey: 'TR',
  'Turks and Caicos Is.': 'TC',
  'U.S. Virgin Is.': 'VI',
  'United States of America': 'US',
  Vatican: 'VA',
  'W. Sahara': 'EH',
  'Wallis and Futuna Is.': 'WF',
  eSwatini: 'SZ',
  Åland: 'AX',
};

/** Maps the English names of Intl, which the atlas uses too, to ISO 3166-1 codes. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const byName = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    // Obsolete codes (DD, SU) have the names of their successors.
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .map((code) => [names.of(code), code]),
);

/**
 * The ISO 3166-1 alpha-2 code of a country of the atlas.
 * @returns the name itself for territories without one: they are drawn, and never have visits
 */
export function alpha2(name: string): string {
  return others[name] ?? byName.get(name) ?? name;
}
