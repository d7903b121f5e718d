import type { Server } from 'node:http';

/** A server; tests also listen with ones that server.ts did not make. */
type Closing = Server & { closeIdle?: () => void };

export interface Listening {
  /** `http://host:port`, with the actual port. */
  url: string;
  /** Stops accepting connections, gives begun requests a second to arrive and responses five to finish, and closes all connections. */
  close(): Promise<void>;
}

/** How often connections are closed on which no whole request awaits its response: half-sent ones have so long to arrive. */
const closeIdleMs = 1000;
/** Time for the last responses, such as exports: a supervisor waits for 10 s. */
const lastResponsesMs = 5000;

/** Listens on a port (0 takes a free one). @throws an Error that names the address when it is taken, or not one of this machine */
export function listen(server: Closing, port: number, host: string): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE';
      const problem = isTaken ? 'is taken by another program' : `(HOST) cannot be used: ${cause.message}`;
      reject(new Error(`Port ${port} on ${host} ${problem}.`, { cause }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      resolve({ url: `http://${reachable(host)}:${taken}`, close: () => close(server) });
    });
  });
}

/** The host to connect to: a wildcard address cannot be connected to. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function close(server: Closing): Promise<void> {
  const idle = setInterval(() => server.closeIdle?.(), closeIdleMs);
  const late = setTimeout(() => server.closeAllConnections(), lastResponsesMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(late);
}
