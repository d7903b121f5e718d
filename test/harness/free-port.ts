import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A TCP port of 127.0.0.1 that is free now. */
export function freePort(): Promise<number> {
  return tryPort(0);
}

/**
 * The same, below the ports that systems give to outgoing connections: nobody takes it while the server that has it
 * is down for a while.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = await tryPort(randomInt(20_000, 32_000)).catch(() => undefined);
    if (port !== undefined) return port;
  }
}

function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free port.'));
      });
    });
  });
}
