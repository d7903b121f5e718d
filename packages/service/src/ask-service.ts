/** How the dashboard and the other programs that read reports ask a service. It runs in browsers too. */

/** The header that shows a key: its UTF-8, a character for each byte, as fetch takes no others. */
export const authorizationOf = (key: string): string =>
  `Bearer ${String.fromCharCode(...new TextEncoder().encode(key))}`;

/** How often a request is sent that comes at a busy moment: the service asks to wait for a second. */
const mostTries = 10;

/** Sends a request again, second after second, until the service is not too busy for it. */
export async function whenNotBusy(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await send();
    if (response.headers.get('Retry-After') !== '1' || tries === mostTries) return response;
    await response.body?.cancel();
    await new Promise((over) => setTimeout(over, 1000));
  }
}

/** Requests a report of the query service, `/api/v1<path>`. @throws for any response other than 200 */
export type Ask = (path: string, parameters: Readonly<Record<string, string>>) => Promise<Response>;

/**
 * Requests reports from a query service at an address, with a key, whose other holders may be reading just then.
 * @param limitMs for each response
 */
export const askOver =
  (url: string, key: string, limitMs = 60_000): Ask =>
  async (path, parameters) => {
    const address = `${url}/api/v1${path}?${new URLSearchParams(parameters)}`;
    const headers = { Authorization: authorizationOf(key) };
    const response = await whenNotBusy(() =>
      fetch(address, { headers, signal: AbortSignal.timeout(limitMs) }),
    );
    if (response.status === 200) return response;
    throw new Error(`${path} answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
  };
