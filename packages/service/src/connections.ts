import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** When it was opened, or when its latest request began; milliseconds since 1970. */
  since: number;
  answer: ServerResponse | undefined;
}

/** A server's connections, limited in number. */
export interface Connections {
  began(req: IncomingMessage, res: ServerResponse): void;
  open(): number;
  /** How many connections were closed to make room for others. */
  closed(): number;
  /** Closes those on which no complete request awaits its response. Node's closeIdleConnections() leaves silent ones and half-sent requests. */
  closeIdle(): void;
}

/**
 * Limits a server's connections without blocking the newest: at the limit, it closes the tenth of them that has waited longest for the peer
 * (to send a head, the rest of a body or the next request, or to read its response). So a peer that opens thousands of silent connections
 * loses those first. A connection that waits for us is never closed, unless all do: then the newest is.
 */
export function limitConnections(server: Server, max: number): Connections {
  const connections = new Map<Socket, Connection>();
  let closed = 0;

  function makeRoom(): void {
    const idle = [...connections]
      .filter(([, connection]) => waitsForSender(connection))
      .sort(([, a], [, b]) => a.since - b.since);
    // A tenth at once, so that many new connections share the cost of one sort.
    for (const [socket] of idle.slice(0, Math.ceil(max / 10))) {
      connections.delete(socket);
      socket.destroy();
      closed++;
    }
  }

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { since: Date.now(), answer: undefined });
    socket.once('close', () => connections.delete(socket));
    if (connections.size > max) makeRoom();
  });
  return {
    began(req, res) {
      const connection = connections.get(req.socket);
      if (!connection) return;
      connection.since = Date.now();
      connection.answer = res;
    },
    open: () => connections.size,
    closed: () => closed,
    closeIdle() {
      for (const [socket, { answer }] of connections)
        if (!answer?.req.complete || answer.writableFinished) socket.destroy();
    },
  };
}

function waitsForSender({ answer }: Connection): boolean {
  return answer === undefined || answer.writableEnded || !answer.req.complete;
}
