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
