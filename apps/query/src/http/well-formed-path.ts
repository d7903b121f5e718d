import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';

/** Responds with 400 to a path with a malformed `%`: Express itself checks only paths with a parameter. */
export const wellFormedPath: RequestHandler = (req, _res, next) => {
  try {
    decodeURIComponent(req.path);
  } catch {
    throw new HttpError('invalid_parameter', 'The path contains a % that does not begin a UTF-8 character.');
  }
  next();
};
