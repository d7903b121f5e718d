import { integer } from '@tallyhouse/service';
import { biSettings } from './bi/settings.ts';

/** Settings of the migrations. RETENTION_PINGS: days; 0 for no limit. */
export const migrationSettings = { RETENTION_PINGS: integer(0, 36_500).default(0), ...biSettings };
