import { authorizationOf, whenNotBusy } from '@tallyhouse/service';
import { z } from 'zod';

/** Requests a report of the query service, `/api/v1<path>`. @throws for any response other than 200 */
export type Ask = (path: string, parameters: Readonly<Record<string, string>>) => Promise<Response>;

export const iso = (at: number) => new Date(at).toISOString();

/** Requests a report, and parses its `data`. @throws as `ask`, and for other data */
export async function askFor<Data>(
  ask: Ask,
  data: z.ZodType<Data>,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Data> {
  const answer = await ask(path, parameters);
  return z.object({ data }).parse(await answer.json()).data;
}

/** Requests reports from a query service at an address, with a key, whose other holders may be reading just then. */
export const askOver =
  (url: string, key: string): Ask =>
  async (path, parameters) => {
    const address = `${url}/api/v1${path}?${new URLSearchParams(parameters)}`;
    const headers = { Authorization: authorizationOf(key) };
    const response = await whenNotBusy(() =>
      fetch(address, { headers, signal: AbortSignal.timeout(60_000) }),
    );
    if (response.status === 200) return response;
    throw new Error(`${path} answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
  };
