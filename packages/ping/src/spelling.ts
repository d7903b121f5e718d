import { plainHost } from './host.ts';

/** How ingest spells what people spell in several ways, by column. */
export const spelling: Readonly<Record<string, (value: string) => string | undefined>> = {
  hostname: plainHost,
  country: (code) => code.toUpperCase(),
};
