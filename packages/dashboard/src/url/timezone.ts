/** Names only, like the API: browsers also accept offsets (+03:00). */
export function isTimezone(name: string): boolean {
  try {
    return (
      /^[A-Za-z][\w+/-]{0,63}$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
    );
  } catch {
    return false;
  }
}
