import type { BaseQueryParams, ClickHouseClient } from '@clickhouse/client';
import { hasTable, unfinishedCountsMs, unfinishedRestore } from '@tallyhouse/clickhouse';
import { HttpError } from '@tallyhouse/service';
import { raw } from '@tallyhouse/sql';
import { createShare } from './share.ts';

const refusal =
  'A restore of the database has not ended. Please try again later; if none is running, run tallyhouse restore again.';

/**
 * The same client, which refuses while a restore into its database has not ended: a report would lack rows, and what is written could get
 * into a table that is about to be filled. Concurrent requests share a look, and it is valid for `unfinishedCountsMs`.
 * @throws HttpError 503 instead of the answer
 */
export function refusingUnfinished<Client extends ClickHouseClient>(client: Client): Client {
  const share = createShare<void>();
  let until = 0;
  const look = async (left: AbortSignal) => {
    const begun = performance.now();
    if (await hasTable(client, raw(unfinishedRestore), left))
      throw new HttpError('unavailable', refusal, { headers: { 'Retry-After': '60' } });
    until = begun + unfinishedCountsMs;
  };
  const guarded = Object.create(client);
  for (const method of ['query', 'exec', 'command', 'insert'] as const)
    guarded[method] = async (params: BaseQueryParams) => {
      if (performance.now() >= until)
        await share('', params.abort_signal ?? new AbortController().signal, look);
      return Reflect.apply(client[method], client, [params]);
    };
  return guarded;
}
