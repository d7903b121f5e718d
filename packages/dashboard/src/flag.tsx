/** Set by build.js: the countries that have a flag, in lower case, with spaces between them, and a part of the names of the files. */
declare const flagged: string;
declare const flagsVersion: string;

/** The flag of a country, or the space of one. @param code ISO 3166-1 alpha-2, empty for unknown */
export function Flag({ code }: { code: string }) {
  const country = code.toLowerCase();
  if (!flagged.split(' ').includes(country)) return <span class="flag" />;
  const address = `assets/flag-${country}-${flagsVersion}.svg`;
  return <img class="flag" src={address} alt="" width="16" height="16" loading="lazy" />;
}
