import { z } from 'zod';
import { Description } from './described.ts';
import { pairsOf } from './every-endpoint.ts';
import { key } from './present.ts';

export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A list is sent as one parameter for each of its texts. */
export type Parameters = Readonly<Record<string, string | string[]>>;

const authorization = `Bearer ${key}`;
const rowsBody = z.array(z.record(z.string(), z.unknown()));

/** Sends requests, and checks responses against the API's description. @param prefix is added to site ids, and removed from responses */
export async function caller(url: string, prefix = '') {
  const description = new Description(await (await fetch(`${url}/openapi.json`)).json());
  const plain = (text: string) => (prefix === '' ? text : text.replaceAll(prefix, ''));
  const headersOf = ({ headers }: Response) =>
    new Headers([...headers].map(([name, value]): [string, string] => [name, plain(value)]));

  async function request(path: string, init: RequestInit = {}): Promise<Answered> {
    const sent = new Headers(init.headers);
    // On a connection of its own: on a busy machine an idle one may be closed just as a request is sent on it.
    sent.set('connection', 'close');
    const response = await fetch(`${url}${path}`, { ...init, headers: sent });
    const text = plain(await response.text());
    const { status } = response;
    const headers = headersOf(response);
    const contentType = headers.get('content-type') ?? '';
    const body = contentType.startsWith('application/json') && text ? JSON.parse(text) : text;
    if ((init.method ?? 'GET') === 'GET') {
      description.check(path.replace(/\?.*/s, ''), status, contentType, body);
    }
    return { status, headers, body };
  }

  /** A request below /api with a key; the body is a text, or sent as JSON. */
  async function call(
    key: string,
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) {
    const answer = await request(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const [etag = '', allow = ''] = ['etag', 'allow'].map((name) => answer.headers.get(name) ?? '');
    const { data, meta, error } = Object(answer.body);
    return { status: answer.status, data, meta, error, etag, allow };
  }

  const nameOf = (sites: string) => (prefix === '' ? sites : sites.replace(/[^,]+/g, `${prefix}$&`));

  /** The address of a report; a path with a query is sent unchanged. */
  function addressOf(path: string, parameters: Parameters = {}): string {
    if (path.includes('?')) return `/api/v1${path}`;
    const site_id = [parameters['site_id'] ?? 'blog'].flat().map(nameOf);
    const sent = prefix === '' ? parameters : { ...parameters, site_id };
    const query = new URLSearchParams(pairsOf({ parameters: sent })).toString();
    return `/api/v1${path}${query && `?${query}`}`;
  }

  const report = (path: string, parameters?: Parameters): Promise<Answered> =>
    request(addressOf(path, parameters), { headers: { authorization } });

  /** The data of a report. @throws an Error unless the status is 200 */
  async function data(path: string, parameters?: Parameters): Promise<unknown> {
    const { status, body } = await report(path, parameters);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return Object(body).data;
  }

  /** Downloads an export, decompressed unless it is asked for raw bytes. @throws a TypeError when the connection breaks */
  async function download(what: string, parameters: Parameters = {}, init: RequestInit = {}) {
    const headers = { authorization, 'accept-encoding': 'identity', ...init.headers };
    // On a connection that closes, fetch takes a response that breaks off for a whole one.
    const response = await fetch(`${url}${addressOf(`/export/${what}`, parameters)}`, { ...init, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = plain(bytes.toString());
    return { status: response.status, headers: headersOf(response), text, bytes };
  }

  return {
    url,
    /** The service's id of a site, or of several separated by commas. */
    nameOf,
    addressOf,
    request,
    call,
    report,
    data,
    rows: async (path: string, parameters?: Parameters) => rowsBody.parse(await data(path, parameters)),
    download,
  };
}
