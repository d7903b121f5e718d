import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@tallyhouse/service';

/** A web server that takes alerts. @param answer a status, a place to go to, or undefined for a server that hangs */
export async function startReceiver(answer: (path: string) => number | string | undefined = () => 204) {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    received.push({ path, headers: req.headers, body: await text(req) });
    const what = answer(path);
    if (typeof what === 'number') res.writeHead(what).end();
    else if (what !== undefined) res.writeHead(302, { Location: what }).end();
  });
  const { url, close } = await listen(server, 0, '127.0.0.1');
  return {
    url,
    host: url.slice('http://'.length),
    received,
    /** Takes what has come since the last call. */
    take: (): Record<string, unknown>[] => received.splice(0).map(({ body }) => JSON.parse(body)),
    async stop() {
      server.closeAllConnections();
      await close();
    },
  };
}
