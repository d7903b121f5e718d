/** The name of a phone in a user agent: after the version of Android and perhaps a language, before its build and `wv`. */
const named =
  /(\(Linux; (?:U; )?Android [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)([^;()]+?)(?=(?: Build\/[^;()]*)?(?:; wv)?\))/i;

/** The name of a crawler that pretends to be a phone: words of an address or of a program, or one word that ends in bot. */
const pretends =
  /[/:@+]|compatible|https?|headless|preview|lighthouse|search|google|yandex|bing|baidu|(?<!\bcu|\bro|\bxi|\bmi)(?<=[a-z]{2})bot\b|(?<=[a-z])(?:spider|crawler)\b/i;

/** A user agent without the name of its phone, which may contain words for crawlers: `M bot 60`, `Spider X`. */
export function withoutDeviceName(userAgent: string): string {
  return userAgent.replace(named, (whole, before: string, name: string) =>
    pretends.test(name) ? whole : `${before}K`,
  );
}
