import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Account, isRight } from './bi-sign-in.ts';
import type { Address } from './ports.ts';

/** Concurrent clients; further ones are closed. */
const maxConnections = 500;
/** How many of these may have an incomplete greeting: new ones replace those that have waited longest. */
const maxSilent = 100;
/** The texts of a client's first packet: its name, version, database, user and password. */
const maxHelloBytes = 64 * 1024;
const helloTimeoutMs = 10_000;

/**
 * A server that passes connections of the native protocol on to ClickHouse once their first packet is a whole greeting with the right
 * password: ClickHouse as a library may abort on anything else, including a wrong password. Later packets are not inspected. BI accounts
 * cannot use it: the greeting has a password that is not theirs in ClickHouse (bi-sign-in.ts).
 */
export function createNativeProxy(clickhouse: Address, users: readonly Account[]): Server {
  const accounts = new Map(users.map((user) => [user.name, user]));
  const silent = new Set<Socket>();
  const server = createServer((client) => {
    silent.add(client);
    greet(client, clickhouse, accounts, () => silent.delete(client));
    const [longest] = silent;
    if (silent.size > maxSilent) longest?.destroy();
  });
  server.maxConnections = maxConnections;
  return server;
}

/** @param greeted called once the client has greeted, or is gone */
function greet(
  client: Socket,
  clickhouse: Address,
  accounts: ReadonlyMap<string, Account>,
  greeted: () => void,
): void {
  let head: Buffer = Buffer.alloc(0);
  const late = setTimeout(() => client.destroy(), helloTimeoutMs);
  const settle = () => {
    clearTimeout(late);
    greeted();
  };
  client.once('close', settle);
  client.on('error', () => client.destroy());
  const read = (bytes: Buffer) => {
    head = Buffer.concat([head, bytes]);
    const user = userOf(head);
    if (user === 'incomplete' && head.length < maxHelloBytes) return;
    settle();
    client.off('data', read).pause();
    if (typeof user === 'string') {
      client.destroy();
      return;
    }
    const account = accounts.get(user.name);
    if (account !== undefined && isRight(user.password, account)) passOn(client, clickhouse, head);
    else client.resume().end(refusal(user.name));
  };
  client.on('data', read);
}

/**
 * When the client disconnects, end the connection to ClickHouse but keep reading from it: it aborts when it cannot send the error that half
 * a packet deserves.
 */
function passOn(client: Socket, { host, port }: Address, head: Buffer): void {
  const passed = connect(port, host);
  passed.write(head);
  client.pipe(passed);
  passed.pipe(client);
  client.once('close', () => {
    passed.unpipe(client);
    passed.resume().end();
  });
  passed.on('error', () => client.destroy());
  passed.once('close', () => client.end());
}

/** The bytes are no greeting, whatever follows. */
class NoGreeting extends Error {}

/** The user of a greeting: number 0, client, three numbers, database, user, password. */
function userOf(head: Buffer): { name: string; password: string } | 'incomplete' | 'none' {
  let at = 0;
  /** Seven bits a byte, the lowest first; the eighth means that more follow. @throws RangeError at the end of the bytes, as `text` does */
  function number(): number {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = head.readUInt8(at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new NoGreeting();
  }
  function text(): string {
    const length = number();
    if (length > maxHelloBytes) throw new NoGreeting();
    if (at + length > head.length) throw new RangeError('incomplete');
    at += length;
    return head.toString('utf8', at - length, at);
  }
  try {
    if (number() !== 0) return 'none';
    text();
    for (let n = 0; n < 3; n++) number();
    text();
    const name = text();
    return { name, password: text() };
  } catch (error) {
    if (error instanceof NoGreeting) return 'none';
    if (error instanceof RangeError) return 'incomplete';
    throw error;
  }
}

/** AUTHENTICATION_FAILED in ClickHouse's format: packet 2, code, name, message, stack, nothing nested. */
function refusal(user: string): Buffer {
  const code = Buffer.alloc(4);
  code.writeInt32LE(516);
  const message = `${user.slice(0, 64)}: Authentication failed: wrong password, or no such user here. BI users connect by HTTP.`;
  return Buffer.concat([
    Buffer.from([2]),
    code,
    textOf('DB::Exception'),
    textOf(message),
    textOf(''),
    Buffer.from([0]),
  ]);
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length: number[] = [];
  for (let left = bytes.length; ; left >>= 7) {
    if (left < 0x80) {
      length.push(left);
      return Buffer.concat([Buffer.from(length), bytes]);
    }
    length.push((left & 0x7f) | 0x80);
  }
}
