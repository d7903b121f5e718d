import type { Holder } from '../api/reports.ts';

/** Whether the key may change sites and keys. */
export const mayManage = (holder: Holder | undefined): boolean => holder?.rights.includes('manage') ?? false;
