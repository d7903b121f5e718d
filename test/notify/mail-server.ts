import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real mail server. It refuses what is for `nobody`, and its answer for `slow` has no end. */
export async function startMailServer() {
  const mails: string[] = [];
  const refusal = Object.assign(new Error('No such mailbox'), { responseCode: 550 });
  /** Open connections by the port of the client. */
  const open = new Map<number | undefined, Socket>();
  const drip = (socket: Socket | undefined) => {
    const dripping = setInterval(() => socket?.write('250-Wait\r\n'), 100);
    socket?.once('close', () => clearInterval(dripping));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, { remotePort }, done) =>
      address.startsWith('slow')
        ? drip(open.get(remotePort))
        : done(address.startsWith('nobody') ? refusal : null),
    onData: (stream, _, done) =>
      void text(stream).then((sent) => {
        mails.push(sent);
        done();
      }),
  });
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    open.set(remotePort, socket);
    socket.once('close', () => open.delete(remotePort));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((done) => server.close(done));
  return { mails, open, url: `smtp://127.0.0.1:${port}`, stop };
}
