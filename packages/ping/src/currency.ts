import currencyList from './currencies.json' with { type: 'json' };

/**
 * All currencies that ISO 4217 lists or ever listed (its lists one and three), also metals and funds, without XXX (no currency) and XTS
 * (for tests). From github.com/datasets/currency-codes (PDDL), which takes both lists from the maintenance agency; XAD is newer.
 */
const currencies: ReadonlySet<unknown> = new Set(currencyList);

/** The code of a currency that ISO 4217 lists or ever listed, in capitals; undefined for anything else. */
export function currencyCode(value: unknown): string | undefined {
  // By its letters first, because other characters have these as capitals.
  const code = typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : undefined;
  return currencies.has(code) ? code : undefined;
}
