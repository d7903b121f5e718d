import { isIPv4 } from 'node:net';
import { readUrl } from '@tallyhouse/service/read-url';

/** The recipient of an alert: a mailbox, or a web address that accepts our JSON or Slack's. */
export type AddressForm = { kind: 'mail'; mailbox: string } | { kind: 'json' | 'slack'; url: URL };

export const addressWords =
  'must be mailto:ops@example.org, https://host/path, slack+https://host/path or http://host/path, without a password';

const mailbox = /^[^\s@,;:<>()[\]"\\?&%\p{Cc}]{1,64}@[^\s@,;:<>()[\]"\\?&%\p{Cc}]{1,255}$/u;

/** undefined for text that is not an address, and for an address that hides a machine behind a number. */
export function formOfAddress(text: string): AddressForm | undefined {
  if (text.length > 2000) return undefined;
  if (text.startsWith('mailto:')) {
    const to = text.slice('mailto:'.length);
    return mailbox.test(to) ? { kind: 'mail', mailbox: to } : undefined;
  }
  const web = text.replace(/^slack\+(?=https:)/, '');
  const url = /^https?:\/\/[^\s\\@]+$/.test(web) ? readUrl(web) : undefined;
  if (url === undefined) return undefined;
  const written = /^https?:\/\/([^/?#]*)/.exec(web)?.[1] ?? '';
  if (isIPv4(url.hostname) && written.replace(/:\d*$/, '') !== url.hostname) return undefined;
  return { kind: web === text ? 'json' : 'slack', url };
}
