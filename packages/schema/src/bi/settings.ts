import type { BiNames } from '@tallyhouse/clickhouse';
import { integer } from '@tallyhouse/service';
import { z } from 'zod';

/**
 * The views for BI tools. CLICKHOUSE_BI_DATABASE: their database; `none` for no views. CLICKHOUSE_BI_PERSONAL: 1 for a second
 * database with addresses.
 */
export const biSettings = {
  CLICKHOUSE_BI_DATABASE: z
    .string()
    .regex(/^[A-Za-z_]\w{0,48}$/, 'a name made of letters, digits and _, or none')
    .default('bi'),
  CLICKHOUSE_BI_PERSONAL: integer(0, 1).default(0),
};

/** Whether there are views, and where. @returns undefined for no views */
export function biNamesOf(
  settings: z.output<z.ZodObject<typeof biSettings>> & { CLICKHOUSE_DATABASE: string },
): BiNames | undefined {
  const bi = settings.CLICKHOUSE_BI_DATABASE;
  if (bi === 'none') return undefined;
  return {
    database: settings.CLICKHOUSE_DATABASE,
    bi,
    personal: settings.CLICKHOUSE_BI_PERSONAL === 1 ? `${bi}_personal` : undefined,
    definer: `${bi}_definer`,
  };
}
