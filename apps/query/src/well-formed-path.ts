import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';

/** Answers 400 to a path with a malformed `%`: Express itself looks only at paths that hold a parameter. */
export const wellFormedPath: RequestHandler = (req, _res, next) => {
  try {
    decodeURIComponent(req.path);
  } catch {
    throw new HttpError('invalid_parameter', 'The path holds a % that does not begin a UTF-8 character.');
  }
  next();
};
