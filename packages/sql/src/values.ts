import { sqlSecond, sqlTime } from '@tallyhouse/clickhouse';
import { parameter } from './render.ts';

export const text = (value: string) => parameter(value, 'String');
export const texts = (values: readonly string[]) => parameter(values, 'Array(String)');
export const uint32 = (value: number) => parameter(value, 'UInt32');
export const bool = (value: boolean) => parameter(value, 'Bool');

/** @param at milliseconds since 1970 */
export const time = (at: number) => parameter(sqlTime(at), "DateTime64(3, 'UTC')");

/**
 * The same for a column of whole seconds, rounded up: ClickHouse throws and catches an error for each condition on a value of another
 * type.
 */
export const second = (at: number) => parameter(sqlSecond(Math.ceil(at / 1000) * 1000), "DateTime('UTC')");

/** The UTC day of a time, milliseconds since 1970. */
export const date = (at: number) => parameter(sqlSecond(at).slice(0, 10), 'Date');
