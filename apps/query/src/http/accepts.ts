import type { Request } from 'express';

/** The parameters of a media type, except its weight. */
const parameters = /;(?!\s*q\s*=)[^;,"]*(?:"(?:\\.|[^"\\])*"?[^;,"]*)*/gi;

/** Whether a response of this type is acceptable. Express would refuse `text/csv` to a caller who wants `text/csv; charset=utf-8`. */
export function accepts(req: Request, type: string): boolean {
  req.headers.accept = req.headers.accept?.replaceAll(parameters, '');
  return req.accepts(type) !== false;
}
