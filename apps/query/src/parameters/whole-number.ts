/** Accepts only digits. `Number()` and zod's coercion would take `1e1` as 10, `0x10` as 16 and an empty text as 0. */
export const wholeNumber = (minimum: number, maximum: number) =>
  ({
    accepts: `a whole number from ${minimum} to ${maximum}`,
    schema: { type: 'integer', minimum, maximum },
    parse(text: string): number | undefined {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= minimum && number <= maximum ? number : undefined;
    },
  }) as const;
