import type { Parameters, Values } from './parameter.ts';
import { type Range, resolveRange } from './range.ts';
import { type CommonValues, commonParameters, type Query, readParameters, refuseUnknown } from './read.ts';

/** A valid request of a report or an export. */
export interface ReportRequest<Own extends Parameters> {
  values: CommonValues & Values<Own>;
  range: Range;
  /** The moment of the request, milliseconds since 1970. */
  now: number;
}

/** The parts of an HTTP request that carry parameters. */
export interface RequestParts {
  query: Query;
  /** Parameters in the path, decoded. */
  params: Query;
}

/**
 * Reads and checks the parameters of a request.
 * @param definition the endpoint's own parameters, and the range that replaces the requested one
 * @throws HttpError 400 that names the invalid parameter
 */
export function readRequest<Own extends Parameters>(
  { query, params }: RequestParts,
  definition: { parameters: Own; range?: (now: number) => Range },
  now: number,
): ReportRequest<Own> {
  // An endpoint may declare one of the common ones in its own way.
  const declared = { ...commonParameters, ...definition.parameters };
  refuseUnknown(query, declared);
  const values: ReportRequest<Own>['values'] = readParameters({ ...query, ...params }, declared);
  const named = resolveRange(values, now); // checked even where it is replaced
  return { values, range: definition.range?.(now) ?? named, now };
}
