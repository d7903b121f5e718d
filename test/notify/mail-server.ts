import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real mail server. It refuses what is for `nobody`. */
export async function startMailServer() {
  const mails: string[] = [];
  const refusal = Object.assign(new Error('No such mailbox'), { responseCode: 550 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(address.startsWith('nobody') ? refusal : null),
    onData: (stream, _, done) =>
      void text(stream).then((sent) => {
        mails.push(sent);
        done();
      }),
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((done) => server.close(done));
  return { mails, url: `smtp://127.0.0.1:${port}`, stop };
}
