/** Language, script (left out) and region, of which the last two may be missing; what follows them is not read. */
const tag = /^\s*([a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z\d])/i;

/** The first of a list of language tags, as `de-AT`: also for `de-at,de;q=0.9`. `''` for anything else. */
export function firstLanguage(list: string): string {
  const [, language, region] = tag.exec(list) ?? [];
  if (language === undefined) return '';
  return language.toLowerCase() + (region === undefined ? '' : `-${region.toUpperCase()}`);
}
