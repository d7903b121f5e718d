import { inspect } from 'node:util';
import type { ClickHouseClient } from '@clickhouse/client';

const whole = { depth: null, maxArrayLength: null, maxStringLength: null };

/**
 * A client that asks ClickHouse each question once, and what to call after rows were inserted. A dashboard opens the same views
 * again and again, at the same time and over the same rows: three questions of four were asked before.
 */
export function asksOnce(clickhouse: ClickHouseClient): { client: ClickHouseClient; forget(): void } {
  const results = new Map<string, Promise<unknown>>();
  const client = Object.assign(Object.create(clickhouse) as ClickHouseClient, {
    async query({ abort_signal: _, ...asked }: Parameters<ClickHouseClient['query']>[0]) {
      const key = inspect([asked.query, asked.query_params], whole);
      const result = results.get(key) ?? clickhouse.query(asked).then((found) => found.json());
      results.set(key, result);
      result.catch(() => results.delete(key));
      return { json: () => result, close: () => {} };
    },
  });
  return { client, forget: () => results.clear() };
}
