import type { Server } from 'node:http';

export interface Listening {
  /** `http://host:port`, with the actual port. */
  url: string;
  /** Stops accepting connections, lets running requests finish, and closes idle connections. */
  close(): Promise<void>;
}

/** Listens on a port (0 takes a free one). @throws an Error that names the address when it is taken, or not one of this machine */
export function listen(server: Server, port: number, host: string): Promise<Listening> {
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
