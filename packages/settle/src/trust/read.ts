import type { z } from 'zod';

/** Runs a query of the report that asks, under its limits. */
export type Read = <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) => Promise<Row[]>;
