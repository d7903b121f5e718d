/** Accepts digits only. `Number()` and zod's coercion would take `1e1` as 10, `0x10` as 16 and an empty text as 0. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number | undefined => {
    if (!/^\d{1,9}$/.test(text)) return undefined;
    const number = Number(text);
    return number >= min && number <= max ? number : undefined;
  };
}
