import type { z } from 'zod';

/** Runs a query on behalf of a report, under its limits. */
export type Read = <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) => Promise<Row[]>;
