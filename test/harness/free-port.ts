import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: nobody takes one before its server is up, or while it is down. */
const lowest = 20_000;
/** Workers of jest look for ports at the same time, so each has a range of its own. */
const workers = 8;
const ofWorker = 1500;
const start = lowest + (Number(process.env['JEST_WORKER_ID'] ?? 0) % workers) * ofWorker;
let next = randomInt(ofWorker);

/** A TCP port of 127.0.0.1 that is free now, and another one at each call, also in other test runs on this machine. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = start + (next++ % ofWorker);
    if ((await isFree(port)) && (await isReserved(port))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Takes the UDP port of the same number, which nothing here needs, until this process ends: another test run does not get the port
 * while its server is not up yet, or is down.
 */
function isReserved(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ address: '127.0.0.1', port, exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
}
