import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { biWorkload } from './workload.ts';

/** A user that reads the BI views, and writes to at most one database. */
export interface BiUser {
  name: string;
  /** The sites whose rows it sees; undefined for all. */
  sites?: string[] | undefined;
  personal: boolean;
  /** The database that it owns: it writes there, and other BI users read it. Undefined for none. */
  write?: string | undefined;
  maxSeconds: number;
  /** Memory limit of its queries together, MB (1,000,000 bytes). */
  maxMemoryMb: number;
}

/** The syntax of a user or database name: used verbatim in SQL and XML. */
export const biUserName = z
  .string()
  .regex(/^[A-Za-z_]\w{0,48}$/, 'a name of 1 to 49 letters, digits and _ that does not begin with a digit');

/** A setting of a user, and the values it may set: a single value, or a range. Without a value: the server's. */
export interface Limit {
  setting: string;
  value?: number | 'throw' | typeof biWorkload;
  range: 'constant' | { min: number; max: number };
}

/** A query fails at a limit. Any other mode would return partial numbers as if they were complete. */
const overflowModes = [
  'read_overflow_mode',
  'read_overflow_mode_leaf',
  'group_by_overflow_mode',
  'sort_overflow_mode',
  'result_overflow_mode',
  'set_overflow_mode',
  'join_overflow_mode',
  'distinct_overflow_mode',
  'transfer_overflow_mode',
  'timeout_overflow_mode',
  'timeout_overflow_mode_leaf',
];

/** With the analyzer of old versions the views fail, or mean something else. */
const dialect = ['allow_experimental_analyzer', 'compatibility'];
/** They put conditions on the tables behind the views. */
const conditions = ['additional_table_filters', 'additional_result_filter', 'parallel_replicas_custom_key'];
/** With them the server calls any address, or overwrites a schema in its folder. */
const outward = ['format_avro_schema_registry_url', 'output_format_schema'];

/** As many as a dashboard of many panels runs at once. */
const queriesAtOnce = 20;

/** Limits on each query of a user, whatever settings a tool sends. @param cores those of its server */
export function limitsOf({ maxSeconds, maxMemoryMb, write }: BiUser, cores: number): Limit[] {
  const bytes = maxMemoryMb * 1_000_000;
  return [
    // 2: no writing, but settings may be chosen, as every driver does. The rights of a writing user say where it may write.
    ...(write === undefined ? [{ setting: 'readonly', value: 2, range: 'constant' } as const] : []),
    // 0 would be no limit.
    { setting: 'max_execution_time', value: maxSeconds, range: { min: 1, max: maxSeconds } },
    { setting: 'max_memory_usage', value: bytes, range: { min: 1, max: bytes } },
    { setting: 'max_memory_usage_for_user', value: bytes, range: 'constant' },
    // Beyond its memory a query may sort and group on disk, within a limit.
    { setting: 'max_temporary_data_on_disk_size_for_user', value: 4 * bytes, range: 'constant' },
    // Its queries pause while a report runs, because reports have priority 1: after each block at most this long, so that they end
    // nevertheless.
    { setting: 'priority', value: 10, range: 'constant' },
    { setting: 'low_priority_query_wait_time_ms', value: 100, range: 'constant' },
    { setting: 'max_threads', value: cores, range: { min: 1, max: cores } },
    { setting: 'max_concurrent_queries_for_user', value: queriesAtOnce, range: 'constant' },
    ...overflowModes.map((setting): Limit => ({ setting, value: 'throw', range: 'constant' })),
    // As one of several replicas, which it may pretend to be, a query reads some of the rows, or none.
    { setting: 'allow_experimental_parallel_reading_from_replicas', value: 0, range: 'constant' },
    ...[...dialect, ...conditions, ...outward].map((setting): Limit => ({ setting, range: 'constant' })),
  ];
}

/** @returns 192 random bits as text */
export const makePassword = (): string => randomBytes(24).toString('base64url');

/** The password hash that ClickHouse compares, SHA-256 in hexadecimal. @param salt appended to the password */
export const passwordHash = (password: string, salt = ''): string =>
  createHash('sha256')
    .update(password + salt)
    .digest('hex');

/**
 * A right without which `information_schema.tables` is refused, because it adds up parts. A user sees only the parts of its own tables, and
 * views have none.
 */
export const partsOfOwn: Grant = { rights: 'select', on: 'system.parts' };

/** The rights of an owner in its database: those that dbt needs. */
const owning = 'show, select, insert, alter, create, drop, truncate, optimize';

/** Tables that store their own rows. Others expose files, addresses, or the rows of other tables. */
const engines = ['MergeTree', 'ReplacingMergeTree', 'SummingMergeTree', 'AggregatingMergeTree'];

/** A right on databases, views or engines, as in a `grant` statement. */
export interface Grant {
  rights: string;
  on: string;
}

/**
 * The rights of a user on whole databases.
 * @param readable the databases of views
 * @param written those that other users own
 */
export const grantsOf = (
  { write }: BiUser,
  readable: readonly string[],
  written: readonly string[],
): Grant[] => [
  ...[...readable, ...written.filter((database) => database !== write)].map((database) => ({
    rights: 'show, select',
    on: `${database}.*`,
  })),
  partsOfOwn,
  ...(write === undefined
    ? []
    : [
        ...engines.map((engine) => ({ rights: 'table engine', on: engine })),
        { rights: owning, on: `${write}.*` },
      ]),
];
