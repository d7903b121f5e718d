import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@tallyhouse/service';

const lookMs = 200;
/** A copy that does not say within this time that it is ready is not: shorter than the apps go on after SIGTERM. */
const patienceMs = 1500;

/**
 * A proxy before the copies of an app, which sends requests to those that are ready by their `/readyz`, in turn; the others get those that
 * all of these refuse the connection for. A request that was sent is not sent again, as it may have been received: its connection is closed
 * without an answer.
 * @param copies their addresses
 */
export async function startBalancer(copies: readonly string[]) {
  const ready = new Set<string>(copies);
  let turn = 0;
  let closed = false;
  const looks = copies.map(async (copy) => {
    while (!closed) {
      if (await isReady(copy)) ready.add(copy);
      else ready.delete(copy);
      await sleep(lookMs);
    }
  });
  const server = createServer(async (req, res) => {
    const body = await buffer(req).catch(() => undefined);
    if (body === undefined) return void res.destroy();
    const first = turn++ % copies.length;
    const inTurn = [...copies.slice(first), ...copies.slice(0, first)];
    const readyFirst = [true, false].flatMap((isSo) => inTurn.filter((copy) => ready.has(copy) === isSo));
    for (const copy of readyFirst) {
      if (await forward(copy, req, body, res)) return;
    }
    res.destroy();
  });
  // A connection that is closed while a request is on its way is a request without an answer.
  server.keepAliveTimeout = 0;
  const { url } = await listen(server, 0, '127.0.0.1');
  return {
    url,
    async close() {
      closed = true;
      server.closeAllConnections();
      await Promise.all([...looks, new Promise((resolve) => server.close(resolve))]);
    },
  };
}

async function isReady(copy: string): Promise<boolean> {
  try {
    const response = await fetch(`${copy}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/** @returns false when the copy refused the connection, so that nothing was sent */
function forward(copy: string, req: IncomingMessage, body: Buffer, res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const { connection: _, ...headers } = req.headers;
    // A connection for each request.
    const sent = request(`${copy}${req.url}`, { method: req.method ?? 'GET', headers, agent: false });
    res.once('close', () => sent.destroy());
    sent.once('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
      answer.once('error', () => res.destroy());
      resolve(true);
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'ECONNREFUSED';
      if (!refused) res.destroy();
      resolve(!refused);
    });
    sent.end(body);
  });
}
