import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Tls } from '@tallyhouse/service';

interface AgentOptions {
  protocol: string;
  /** Concurrent connections; further requests wait. */
  connections: number;
  tls: Tls;
  /** Milliseconds a server has to accept a connection; undefined: as long as the system waits. */
  connectMs: number | undefined;
}

/**
 * The connections of a client with certificates or a time limit of its own. The client's own TLS option would log in by the
 * certificate instead of the password; here the certificate is for the connection, and the login stays as it is.
 */
export function createAgent({ protocol, connections, tls, connectMs }: AgentOptions): HttpAgent | HttpsAgent {
  const kept = { keepAlive: true, maxSockets: connections };
  const agent =
    protocol === 'https:'
      ? // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
        new HttpsAgent({ ...kept, ...tls, rejectUnauthorized: true })
      : new HttpAgent(kept);
  if (connectMs !== undefined) limitConnecting(agent, connectMs);
  return agent;
}

/** A machine that is gone sends nothing, and the system would wait for it for minutes. */
function limitConnecting(agent: HttpAgent, connectMs: number): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    const late = setTimeout(() => {
      socket?.destroy(
        Object.assign(new Error(`no connection within ${connectMs} ms`), { code: 'ETIMEDOUT' }),
      );
    }, connectMs);
    const ended = () => clearTimeout(late);
    socket?.once('connect', ended).once('close', ended);
    return socket;
  };
}
