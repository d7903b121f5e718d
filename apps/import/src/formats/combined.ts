import { isIP } from 'node:net';
import { remembered } from '@tallyhouse/service';
import { parse } from 'tldts';
import { type LineFormat, nothing, unreadable } from '../format.ts';
import { decoded } from '../read/lines.ts';
import { readMoment } from './moment.ts';
import { addressIn, readRequest, readRequestLine } from './web-request.ts';

// Who [time] "request" status bytes "referrer" "user agent"; anything may follow. The patterns accept the escapes of Apache and nginx, and
// the "" of Apache for a user without a name, who may have brackets: a bound of the time keeps many of them from taking minutes.
const line =
  /^((?:[^"\\]|\\.|"")*?) \[([^\][]{1,64})\] "((?:[^"\\]|\\.)*)" (\d{3}) \S+ "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"/;

/** Reads address, identity and user, which may have spaces. A virtual host may come first, which a list of addresses is not. */
function createWhoReader() {
  let namesHosts = false;
  return (text: string) => {
    const fields = text.split(' ');
    const [first = '', second = '', third = ''] = fields;
    if (fields.length < 3 || /[",]/.test(first)) return undefined;
    const isName = isIP(first) === 0;
    // An address before another one is the client, whom a proxy named, unless hosts come first in this file.
    if (fields.length < 4 || !(isName || namesHosts) || addressIn(second) === undefined)
      return { virtualHost: '', address: first, identity: second };
    namesHosts ||= isName && first !== '-';
    return { virtualHost: first, address: second, identity: third };
  };
}

/** Some providers write the virtual host in the field of the user's identity. No domain ends as in frank.smith. */
function hostIn(identity: string): string {
  const [, name] = /^([\w-]+(?:\.[\w-]+)+)(?::\d+)?$/.exec(identity) ?? [];
  // Nearly every line has none.
  if (name === undefined) return '';
  return parse(name).isIcann || /\.(?:example|internal|lan|local|localhost|test)$/i.test(name) ? name : '';
}

/** The log that Apache and nginx write by default, "combined"; also with the virtual host first. */
export const combined: LineFormat = {
  kind: 'lines',
  name: 'combined',
  expects:
    'a line of the combined log format: address, identity, user, [time], "request", status, bytes, "referrer", "user agent"',
  createReader({ hosts }) {
    // Lines of one second are adjacent.
    const timeOf = remembered(1, readMoment);
    const whoIn = createWhoReader();
    return (text) => {
      if (text === '') return nothing;
      const found = line.exec(text);
      const [, named = '', time = '', request = '', status, referrer = '', userAgent = ''] = found ?? [];
      const who = whoIn(named);
      if (who === undefined) return unreadable('it does not have the fields of the combined format');
      const [method, target] = readRequestLine(plain(request));
      return readRequest({
        text,
        at: timeOf(time),
        method,
        target,
        status: Number(status),
        host: hosts.of(who.virtualHost, hostIn(who.identity)),
        address: who.address,
        userAgent: given(userAgent),
        referrer: given(referrer),
        contentType: '',
      });
    };
  },
};

const given = (text: string) => (text === '-' ? '' : plain(text));

/** Apache writes some control characters as C does. */
const controls: Readonly<Record<string, string>> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Apache and nginx escape bytes as \xHH, quotes and backslashes with a backslash. */
function plain(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = text.replace(/\\(?:x([0-9a-fA-F]{2})|(.))/g, (_all, hex: string | undefined, other = '') =>
    hex === undefined ? (controls[other] ?? other) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  // The escaped bytes are UTF-8. Text that was not escaped stays as it is.
  return /[^\0-\xff]/.test(bytes) ? bytes : decoded(bytes);
}
