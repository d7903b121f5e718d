/** Set by build.js: the lower-case codes of countries with a flag, separated by spaces, and a part of the files' names. */
declare const flagged: string;
declare const flagsVersion: string;

/** The flag of a country, or an empty space. @param code ISO 3166-1 alpha-2, empty for unknown */
export function Flag({ code }: { code: string }) {
  const country = code.toLowerCase();
  if (!flagged.split(' ').includes(country)) return <span class="flag" />;
  const address = `assets/flag-${country}-${flagsVersion}.svg`;
  return <img class="flag" src={address} alt="" width="16" height="16" loading="lazy" />;
}
