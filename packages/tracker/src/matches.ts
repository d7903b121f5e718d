/** Whether a comma-separated list of patterns holds the text. `*` stands for anything; a slash at the end does not count. */
export function matches(list: string, text: string): boolean {
  return list.split(/[\s,]+/).some((pattern) => {
    const source = pattern.replace(/\W/g, (sign) => (sign === '*' ? '.*' : `\\${sign}`));
    return pattern && new RegExp(`^${source}/?$`).test(text);
  });
}
