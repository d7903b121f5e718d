import { HttpError, invalidParameter, toHttpError } from '@tallyhouse/service';
import { problemsOf, wrongKind } from '@tallyhouse/sites';
import express, { type Request, type Response } from 'express';
import { z } from 'zod';

const read = express.raw({ type: () => true, limit: '1mb' });
const object = z.record(z.string(), z.unknown());

/**
 * Reads a body that is a JSON object.
 * @throws HttpError 400 that names the first member that is unknown or has a bad value, 413, 415
 */
export async function readBody<Body>(req: Request, res: Response, shape: z.ZodType<Body>): Promise<Body> {
  const [type = ''] = (req.get('content-type') ?? '').split(';', 1);
  if (!['', 'application/json'].includes(type.trim().toLowerCase()))
    throw new HttpError('unsupported_media_type', 'Send application/json.');
  await new Promise<void>((resolve, reject) => {
    read(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(unreadable(error))));
  });
  const bytes: unknown = req.body;
  const sent = object.safeParse(jsonIn(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)));
  if (!sent.success) throw noObject();
  const parsed = shape.safeParse(sent.data, { error: wrongKind });
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error.issues, sent.data);
}

/** @throws HttpError 400 that names the member of a body, or of the file with it */
export function requireValid(shape: z.ZodType, content: object): void {
  const [issue] = shape.safeParse(content).error?.issues ?? [];
  const member = String(issue?.path.at(-1));
  if (issue) throw invalidParameter(member, `${member} ${issue.message}.`);
}

const noObject = () => new HttpError('invalid_body', 'The body must be a JSON object.');

function unreadable(error: unknown): HttpError {
  const known = toHttpError(error);
  return known.status === 400 ? noObject() : known;
}

/** undefined unless it is JSON in UTF-8 whose texts and names can be stored in a file. */
function jsonIn(bytes: Buffer): unknown {
  const isOdd = (text: unknown) => typeof text === 'string' && /\p{Surrogate}/u.test(text);
  let isFine = true;
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes),
      (name, value: unknown) => {
        if (name === '__proto__' || isOdd(name) || isOdd(value)) isFine = false;
        return value;
      },
    );
    return isFine ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal([issue]: z.core.$ZodIssue[], sent: Readonly<Record<string, unknown>>): HttpError {
  const [{ path, reason } = { path: [], reason: 'is not valid' }] = issue ? problemsOf(issue) : [];
  const isMissing = path.length === 1 && !Object.hasOwn(sent, String(path[0]));
  const parameter = path.join('.').slice(0, 200);
  const message = `${parameter} ${isMissing ? 'is missing' : reason}.`;
  const isUnknown = issue?.code === 'unrecognized_keys';
  return new HttpError(isUnknown ? 'unknown_parameter' : 'invalid_parameter', message, { parameter });
}
