import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A web server of this test that takes alerts.
 * @param answer the status for a request, a place to go to, or undefined for a server that hangs
 */
export async function startReceiver(answer: (path: string) => number | string | undefined = () => 204) {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    received.push({ path, headers: req.headers, body: await text(req) });
    const what = answer(path);
    if (typeof what === 'number') res.writeHead(what).end();
    else if (what !== undefined) res.writeHead(302, { Location: what }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    received,
    /** Takes what has come since the last call. */
    take: (): Record<string, unknown>[] => received.splice(0).map(({ body }) => JSON.parse(body)),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
