import type { IncomingMessage } from 'node:http';
import { parseJson } from '@tallyhouse/service';
import { type Charge, tokensOf } from './allowance.ts';
import { type Answer, flattenHeaders } from './answer.ts';
import { embeddableHeaders } from './cors.ts';
import { jsonFields, numberFields, readPageUrl } from './pipeline/index.ts';
import { type ReceiveDeps, refused } from './receive.ts';
import { splitTarget } from './request-target.ts';

export type PixelDeps = Omit<ReceiveDeps, 'memory' | 'work'>;

/** One transparent pixel. Among the formats that every mail program displays, GIF is the smallest. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const image: Answer = {
  status: 200,
  headers: flattenHeaders({ 'Content-Type': 'image/gif', 'Cache-Control': 'no-store', ...embeddableHeaders }),
  body: gif,
};

/**
 * GET of the pixel: a ping in the query string, for pages without JavaScript and for e-mails. A dropped ping gets the image too, because no
 * one would read a reason.
 */
export function createPixel({ readSender, diskFloor, openCharge, intake, countUnread }: PixelDeps) {
  return async function pixel(req: IncomingMessage): Promise<Answer> {
    const sender = readSender(req);
    let charge: Charge;
    try {
      diskFloor.refuse(sender);
      const tokens = tokensOf(req.url?.length ?? 0);
      charge = openCharge(sender, tokens);
      charge.pay(tokens);
    } catch (error) {
      countUnread(error);
      throw error;
    }
    const receipt = await intake([pingInQuery(req)], { ...sender, pixel: true }, charge);
    return receipt.rejected.length === 0 ? image : refused(receipt);
  };
}

/** The same fields as a JSON ping; the page defaults to that of the `Referer`. */
function pingInQuery(req: IncomingMessage): Record<string, unknown> {
  const { query: text } = splitTarget(req.url ?? '');
  // As in a template of a mail that escapes twice, or that begins the query itself: else the default site would get the ping.
  const query = new URLSearchParams(text.replace(/^\?+/, '').replaceAll('&amp;', '&'));
  const ping: Record<string, unknown> = Object.create(null);
  const values = new Map<string, string[]>();
  // One pass: an address may have thousands of names, each of which getAll would look for among all of them.
  for (const [name, value] of query) {
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }
  for (const [name, sent] of values) ping[name] = given(name, sent);
  if (!ping['url'] && !ping['page_path']) ping['url'] = pageIn(req.headers.referer);
  return ping;
}

/**
 * The page that a `Referer` names, if any. Browsers send other sites only the origin (https://shop.example/): the page may be any of that
 * site.
 */
function pageIn(referer = ''): string | undefined {
  const page = readPageUrl(referer);
  return page === undefined || (page.path === '/' && page.query.length === 0) ? undefined : referer;
}

/** A repeated name stays a list, which no field accepts. */
function given(name: string, values: string[]): unknown {
  const [value, another] = values;
  if (another !== undefined) return values;
  if (value !== undefined && jsonFields.has(name)) {
    const said = parseJson(value);
    // Text that is not JSON stays text, which these fields refuse.
    return said === undefined ? value : said;
  }
  return value !== undefined && numberFields.has(name) && jsonNumber.test(value) ? Number(value) : value;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
