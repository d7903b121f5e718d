/** Whether the text matches a comma-separated list of patterns. `*` matches anything; a trailing slash is ignored. */
export const matches = (list: string, text: string): boolean =>
  list
    .split(/,|\s/)
    .some(
      (pattern) =>
        pattern &&
        text.match(`^${pattern.replace(/\W/g, (sign) => (sign === '*' ? '.*' : '\\' + sign))}/?(\\?|$)`),
    );
