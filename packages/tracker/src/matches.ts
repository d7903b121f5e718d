/** Whether a comma-separated list of patterns holds the text. `*` stands for anything; a slash at the end does not count. */
export function matches(list: string, text: string): boolean {
  return (list.match(/[^\s,]+/g) || []).some((pattern) => {
    const literal = pattern.replace(/[^*\w]/g, '\\$&');
    return new RegExp(`^${literal.replace(/\*/g, '.*')}/?$`).test(text);
  });
}
