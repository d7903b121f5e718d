import { inspect } from 'node:util';
import type { ClickHouseClient } from '@clickhouse/client';

const whole = { depth: null, maxArrayLength: null, maxStringLength: null };

/**
 * A client that asks ClickHouse each question once, until rows come: a dashboard opens the same views again and again, at the same time
 * and over the same rows, and three questions of four were asked before.
 * @returns the client, and what to call after rows were inserted: with their sites it keeps results that only name other ones
 */
export function asksOnce(clickhouse: ClickHouseClient): {
  client: ClickHouseClient;
  forget(sites?: readonly string[]): void;
} {
  const results = new Map<string, Promise<unknown>>();
  const known = new Set<string>();
  const client = Object.assign(Object.create(clickhouse) as ClickHouseClient, {
    async query({ abort_signal: _, ...asked }: Parameters<ClickHouseClient['query']>[0]) {
      const key = inspect([asked.query, asked.query_params], whole);
      const result = results.get(key) ?? clickhouse.query(asked).then((found) => found.json());
      results.set(key, result);
      result.catch(() => results.delete(key));
      return { json: () => result };
    },
  });
  const forget = (sites?: readonly string[]) => {
    for (const name of sites ?? []) known.add(name);
    const stays = (key: string) => {
      const named = [...known].filter((name) => key.includes(`'${name}'`));
      return named.length > 0 && !named.some((name) => sites?.includes(name));
    };
    for (const key of results.keys()) if (!sites || !stays(key)) results.delete(key);
  };
  return { client, forget };
}
