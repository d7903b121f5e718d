import type { IncomingMessage } from 'node:http';
import { type Charge, tokensOf } from './allowance.ts';
import { type Answer, inTurn } from './answer.ts';
import { embeddableHeaders } from './cors.ts';
import { numberFields } from './pipeline/fields.ts';
import { type ReceiveDeps, refused } from './receive.ts';

export type PixelDeps = Omit<ReceiveDeps, 'memory' | 'work'>;

/** One transparent pixel: of the formats that every mail program shows, GIF makes the smallest. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const image: Answer = {
  status: 200,
  headers: inTurn({ 'Content-Type': 'image/gif', 'Cache-Control': 'no-store', ...embeddableHeaders }),
  body: gif,
};

/**
 * GET of the pixel: a ping in the query, for pages without JavaScript and for e-mails. A dropped ping gets its image
 * like a stored one: there is nobody to read a reason.
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
    const receipt = await intake([pingInQuery(req)], sender, charge);
    return receipt.rejected.length === 0 ? image : refused(receipt);
  };
}

/** The same fields as a JSON ping; the page itself is the `Referer` when the query names none. */
function pingInQuery(req: IncomingMessage): Record<string, unknown> {
  const query = new URLSearchParams(req.url?.split('?', 2)[1]);
  const ping: Record<string, unknown> = Object.create(null);
  for (const name of new Set(query.keys())) ping[name] = given(name, query.getAll(name));
  if (!ping['url'] && !ping['page_path']) ping['url'] = req.headers.referer;
  return ping;
}

/** A name given twice stays a list, which no field accepts. */
function given(name: string, values: string[]): unknown {
  const [value, another] = values;
  if (another !== undefined) return values;
  return value !== undefined && numberFields.has(name) && /^-?\d+$/.test(value) ? Number(value) : value;
}
