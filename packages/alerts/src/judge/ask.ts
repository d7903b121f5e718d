import { setTimeout as sleep } from 'node:timers/promises';
import { authorizationOf } from '@tallyhouse/service';
import { z } from 'zod';

/** Requests a report of the query service, `/api/v1<path>`. @throws for any response other than 200 */
export type Ask = (path: string, parameters: Readonly<Record<string, string>>) => Promise<Response>;

export const iso = (at: number) => new Date(at).toISOString();

/** Requests a report, and parses its `data` and `meta`. */
export async function askFor<Data>(
  ask: Ask,
  data: z.ZodType<Data>,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Data> {
  const answer = await ask(path, parameters);
  return z.object({ data }).parse(await answer.json()).data;
}

/** How often a report is requested at a busy moment: the service asks to wait for a second. */
const mostTries = 10;

/** Requests reports from a query service at an address, with a key, whose other holders may be reading just then. */
export const askOver =
  (url: string, key: string): Ask =>
  async (path, parameters) => {
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${url}/api/v1${path}?${new URLSearchParams(parameters)}`, {
        headers: { Authorization: authorizationOf(key) },
        signal: AbortSignal.timeout(60_000),
      });
      if (response.status === 200) return response;
      const text = await response.text();
      if (response.headers.get('retry-after') !== '1' || tries === mostTries)
        throw new Error(`${path} answers ${response.status}: ${text.slice(0, 500)}`);
      await sleep(1000);
    }
  };
