const retryAfterMs = 5_000;

/**
 * Sends a ping, with one retry when the network or the server fails, and ignores a second failure: pings contain totals,
 * so the next one makes up for it. `keepalive` lets it outlive the page; as plain text it needs no preflight.
 */
export async function post(url: string | URL, body: string, isRetry?: boolean): Promise<void> {
  try {
    if ((await fetch(url, { method: 'POST', keepalive: true, body })).status < 500) return;
  } catch {}
  if (!isRetry) setTimeout(post, retryAfterMs, url, body, true);
}
