import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export interface Address {
  host: string;
  port: number;
}

/** An address that other programs do not probe by accident: Linux has all of 127.0.0.0/8, other systems only 127.0.0.1. */
export async function insideAddress(): Promise<Address> {
  const host = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  try {
    return { host, port: await freePort(host) };
  } catch {
    return { host: '127.0.0.1', port: await freePort('127.0.0.1') };
  }
}

/** A free port. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
