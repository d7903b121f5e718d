import { createLogger } from '@tallyhouse/service';

/** Logs nothing. */
export const logger = createLogger('test', 'silent');
