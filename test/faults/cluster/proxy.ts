import { connect, createServer, type Socket } from 'node:net';

/** What a rule makes of a chunk: pass it on, wait first, or cut both sides off. */
type Ruling = 'pass' | 'cut' | Promise<'pass' | 'cut'>;

/** Rules for the bytes that pass. `insert` is true while the last request of the connection inserts pings. */
interface Rules {
  accept?: () => boolean;
  toServer?: (chunk: Buffer, insert: boolean) => Ruling;
  toClient?: (chunk: Buffer, insert: boolean) => Ruling;
}

/** A TCP proxy in front of ClickHouse, whose rules a test may change at any time. */
export async function startProxy(target: URL) {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (proxy.rules.accept?.() === false) return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    let insert = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true).on('error', cut);
      socket.on('close', () => {
        open.delete(socket);
        cut();
      });
    }
    const pump = (from: Socket, to: Socket, rule: (chunk: Buffer) => Ruling) =>
      from.on('data', async (chunk: Buffer) => {
        // One chunk at a time, so that none overtakes one that waits.
        from.pause();
        if ((await rule(chunk)) === 'cut') return cut();
        if (!to.destroyed) to.write(chunk);
        from.resume();
      });
    pump(client, upstream, (chunk) => {
      const [head = ''] = chunk.subarray(0, 8000).toString('latin1').split('\r\n', 1);
      if (head.endsWith(' HTTP/1.1')) insert = /[?&]query=insert(?:%20|\+)into(?:%20|\+)pings\b/i.test(head);
      return proxy.rules.toServer?.(chunk, insert) ?? 'pass';
    });
    pump(upstream, client, (chunk) => proxy.rules.toClient?.(chunk, insert) ?? 'pass');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  const proxy = {
    /** The target's, as one who comes through here writes it. */
    url: url.href,
    rules: {} as Rules,
    cutAll,
    close() {
      cutAll();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}
