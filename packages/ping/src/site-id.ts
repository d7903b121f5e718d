/**
 * The id of a site or a group, as a regular expression without anchors. `.` and `..` are no ids: they name folders in paths and
 * addresses.
 */
export const siteIdForm = '(?:[A-Za-z0-9._-]{3,64}|[A-Za-z0-9_-][A-Za-z0-9._-]?|\\.[A-Za-z0-9_-])';

/** {@link siteIdForm} in words. */
export const siteIdWords = '1 to 64 of A-Z a-z 0-9 . _ -, but not . or ..';

const whole = new RegExp(`^${siteIdForm}$`);

export const isSiteId = (text: string): boolean => whole.test(text);
