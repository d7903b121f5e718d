import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** When it was opened, or when its latest request began; milliseconds since 1970. */
  since: number;
  answer: ServerResponse | undefined;
}

/** The connections of a server, never more than so many. */
export interface Connections {
  /** To be called for each request. */
  began(req: IncomingMessage, res: ServerResponse): void;
  open(): number;
  /** How many were closed to make room for others. */
  closed(): number;
}

/**
 * Keeps a server's connections below a number without shutting the newest out: when it is reached, the tenth of them
 * that has been waiting longest for the other side (for a head, the rest of a body, the next request, or to have its
 * answer read) is closed.
 * So whoever opens thousands of connections and says nothing loses those first. A connection that waits for us is
 * never closed; when all of them do, the newest is.
 */
export function limitConnections(server: Server, max: number): Connections {
  const connections = new Map<Socket, Connection>();
  let closed = 0;

  function makeRoom(): void {
    const idle = [...connections]
      .filter(([, connection]) => waitsForSender(connection))
      .sort(([, a], [, b]) => a.since - b.since);
    // A tenth at once, so that the sorting is paid by many newcomers.
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
  };
}

function waitsForSender({ answer }: Connection): boolean {
  return answer === undefined || answer.writableEnded || !answer.req.complete;
}
