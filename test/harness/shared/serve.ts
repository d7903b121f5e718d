import { createServer } from 'node:http';
import { listen } from '@tallyhouse/service';

/** What the test files of a run share, once it is started. */
export interface Part {
  /** What a test needs to use it, such as its address; it travels as JSON. */
  value: unknown;
  stop(): Promise<void>;
}

/**
 * Serves what the test files share to jest's workers, each part at its name: it starts when the first file asks for it, so that
 * a run of one file starts no more than that file needs. TEST_SHARED_URL, which the workers inherit, says where.
 * @returns how to stop all that was started
 */
export async function serveShared(
  starters: Record<string, () => Promise<Part>>,
): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Part>>();
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').slice(1);
    const start = starters[name];
    if (start === undefined) return void response.writeHead(404).end(`Nothing shared is called ${name}.`);
    const part = started.get(name) ?? start();
    started.set(name, part);
    part.then(
      ({ value }) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(`${name} does not start: ${error}`),
    );
  });
  process.env['TEST_SHARED_URL'] = (await listen(server, 0, '127.0.0.1')).url;
  return async () => {
    server.closeAllConnections();
    server.close();
    const parts = await Promise.allSettled(started.values());
    await Promise.all(parts.map((part) => (part.status === 'fulfilled' ? part.value.stop() : undefined)));
  };
}
