import type { IncomingMessage } from 'node:http';
import type { DiskFloor } from '@tallyhouse/log';
import { HttpError } from '@tallyhouse/service';
import { type Charge, type OpenCharge, tokensOf } from './allowance.ts';
import { type Answer, json } from './answer.ts';
import { readBody } from './body.ts';
import type { BodyMemory, HeldBody } from './body-memory.ts';
import type { BodyWork } from './body-work.ts';
import type { Intake, Receipt } from './intake.ts';
import { type Decoded, decode, look } from './pipeline/index.ts';
import type { RequestSender, SenderReader } from './sender.ts';

export interface ReceiveDeps {
  readSender: SenderReader;
  diskFloor: DiskFloor;
  openCharge: OpenCharge;
  intake: Intake;
  memory: BodyMemory;
  work: BodyWork;
  /** Called with an error thrown before the request's pings were known. */
  countUnread: (error: unknown) => void;
}

/** POST of pings: body, pipeline, log, and only then the response. The hot path of the service. */
export function createReceive(deps: ReceiveDeps) {
  const { readSender, diskFloor, openCharge, intake, memory, work, countUnread } = deps;

  /** Reads and decodes the body of a request. Each step is charged before it is done. */
  async function read(
    req: IncomingMessage,
    sender: RequestSender,
    held: HeldBody,
    charge: Charge,
  ): Promise<Decoded> {
    try {
      const body = await readBody(req, held, sender.limited, charge, work);
      charge.require(tokensOf(body.length));
      charge.pay(tokensOf(body.length));
      const looked = look(body);
      if (looked instanceof HttpError) throw looked;
      work.parsed(body.length);
      const decoded = decode(looked);
      if (decoded instanceof HttpError) throw decoded;
      return decoded;
    } catch (error) {
      if (isBadBody(error)) charge.payBadBody();
      throw error;
    }
  }

  return async function receive(req: IncomingMessage): Promise<Answer> {
    const sender = readSender(req);
    // Data derived from the body lives until the response, so its bytes count until then.
    const held = memory.open();
    try {
      let charge: Charge;
      let decoded: Decoded;
      try {
        diskFloor.refuse(sender);
        charge = openCharge(sender, tokensOf(Number(req.headers['content-length'] ?? 0)));
        decoded = await read(req, sender, held, charge);
      } catch (error) {
        countUnread(error);
        throw error;
      }
      const receipt = await intake(decoded.entries, sender, charge);
      return receipt.rejected.length === 0
        ? stored(receipt)
        : decoded.batch
          ? partlyStored(receipt)
          : refused(receipt);
    } finally {
      held.release();
    }
  };
}

function isBadBody(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    (error.code === 'invalid_body' ||
      error.code === 'payload_too_large' ||
      error.code === 'unsupported_media_type')
  );
}

function stored({ accepted, dropped }: Receipt): Answer {
  return accepted === 1 && dropped.length === 0 ? acceptedOne : json(202, { accepted, dropped });
}

/** The most frequent response. */
const acceptedOne = json(202, { accepted: 1, dropped: [] });

/** Refuses a single invalid ping. @throws HttpError 400 */
export function refused({ rejected }: Receipt): never {
  const { parameter, message = '' } = rejected[0] ?? {};
  throw new HttpError('invalid_parameter', `${message}.`, parameter === undefined ? {} : { parameter });
}

function partlyStored({ accepted, dropped, rejected }: Receipt): Answer {
  const count = accepted + dropped.length + rejected.length;
  const message = `Invalid pings: ${rejected.length} of ${count} (see rejected). Stored: ${accepted}.`;
  const error = new HttpError('invalid_parameter', message);
  return json(error.status, { ...error.body(), accepted, dropped, rejected });
}
