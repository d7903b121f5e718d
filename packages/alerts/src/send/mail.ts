import { createTransport } from 'nodemailer';

export interface Mail {
  /** The same in each try, so that mail programs show only one mail. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
}

/**
 * Sends a mail to a server.
 * @param signal closes the connection, also of a server that answers slowly without end
 * @returns the status of its reply
 * @throws with the server's message when it refuses
 */
export async function sendMail(server: string, { id, ...mail }: Mail, signal: AbortSignal): Promise<number> {
  const { protocol, hostname, port, username, password } = new URL(server);
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    secure: protocol === 'smtps:',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { to } = mail;
  const { response } = await transport.sendMail({
    ...mail,
    to: { name: '', address: to },
    messageId: `<${id}@tallyhouse>`,
    signal,
  });
  return Number.parseInt(response, 10);
}
