import type { IncomingMessage } from 'node:http';
import { HttpError } from '@tallyhouse/service';
import { type Answer, json } from './answer.ts';
import { readBody } from './body.ts';
import type { BodyMemory } from './body-memory.ts';
import type { Intake, Receipt } from './intake.ts';
import { decode } from './pipeline/decode.ts';
import type { SenderReader } from './sender.ts';

/** POST of pings: body, pipeline, log, and only then the answer. The hot path of the service. */
export function createReceive(readSender: SenderReader, intake: Intake, memory: BodyMemory) {
  return async function receive(req: IncomingMessage): Promise<Answer> {
    const sender = readSender(req);
    // What is made of a body lives until the answer, so its bytes count as long.
    const held = memory.open();
    try {
      const decoded = decode(await readBody(req, held));
      if (decoded instanceof HttpError) throw decoded;
      const receipt = await intake(decoded.entries, sender);
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

function stored({ accepted, dropped }: Receipt): Answer {
  return accepted === 1 && dropped.length === 0 ? oneStored : json(202, { accepted, dropped });
}

/** Nearly all answers. */
const oneStored = json(202, { accepted: 1, dropped: [] });

/** One ping, not valid. @throws HttpError 400 */
export function refused({ rejected }: Receipt): never {
  const { parameter, message = '' } = rejected[0] ?? {};
  throw new HttpError('invalid_parameter', `${message}.`, parameter === undefined ? {} : { parameter });
}

function partlyStored({ accepted, dropped, rejected }: Receipt): Answer {
  const count = accepted + dropped.length + rejected.length;
  const message = `${rejected.length} of ${count} pings were not valid (see rejected). ${accepted} were stored.`;
  const error = new HttpError('invalid_parameter', message);
  return json(error.status, { ...error.body(), accepted, dropped, rejected });
}
