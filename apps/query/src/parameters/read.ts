import { HttpError, invalidParameter } from '@tallyhouse/service';
import { filter } from './filter.ts';
import { goal } from './goal.ts';
import { limit } from './limit.ts';
import { end, start } from './moment.ts';
import { offset } from './offset.ts';
import type { Parameter, Parameters, RepeatedParameter, RequiredParameter, Values } from './parameter.ts';
import { period } from './period.ts';
import { siteId } from './site-id.ts';
import { timezone } from './timezone.ts';

/** The parameters of every endpoint. They are validated even where they have no effect. */
export const commonParameters = { siteId, period, start, end, timezone, limit, offset, filter, goal };

export type CommonValues = Values<typeof commonParameters>;

/** A query string as Express parses it: a string, or a list of strings for a repeated name. */
export type Query = Readonly<Record<string, unknown>>;

/** @throws HttpError 400 for a name that is not declared */
export function refuseUnknown(query: Query, declared: Parameters): void {
  const names = Object.values(declared).flatMap((parameter) => (parameter.in ? [] : parameter.name));
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownName('parameter', unknown, names);
}

/** The 400 for a name that is not one of the known ones. */
export function unknownName(kind: 'parameter' | 'argument', name: string, known: string[]): HttpError {
  const parameter = name.slice(0, 100);
  const others = known.length > 0 ? `The ${kind}s are ${known.join(', ')}.` : 'This address takes none.';
  return new HttpError('unknown_parameter', `There is no ${kind} "${parameter}". ${others}`, { parameter });
}

/** Reads the declared parameters. @throws HttpError 400 that names the parameter and what it accepts */
export function readParameters<Declared extends Parameters>(
  query: Query,
  declared: Declared,
): Values<Declared> {
  const values = Object.entries(declared).map(([key, parameter]) => [
    key,
    readParameter(parameter, query[parameter.name]),
  ]);
  return Object.fromEntries(values) as Values<Declared>; // each value has the type of its parameter's parse()
}

function readParameter(parameter: Parameter | RepeatedParameter | RequiredParameter, sent: unknown): unknown {
  if ('most' in parameter) return readRepeated(parameter, sent);
  const text = sent ?? parameter.default;
  if (text === undefined && 'required' in parameter) throw invalid(parameter, 'is missing; it');
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw invalid(parameter, 'was sent more than once; it');
  return parse(parameter, text);
}

function readRepeated(parameter: RepeatedParameter, sent: unknown): unknown[] {
  const texts: unknown[] = Array.isArray(sent) ? sent : [sent].filter((text) => text !== undefined);
  if (texts.length > parameter.most || texts.length < (parameter.least ?? 0))
    throw invalid(parameter, `was sent ${texts.length} times; it`);
  return texts.map((text) => parse(parameter, String(text)));
}

function parse(parameter: Parameter, text: string): unknown {
  const value = parameter.parse(text);
  if (value === undefined) throw invalid(parameter, '');
  return value;
}

function invalid(parameter: Parameter, problem: string): HttpError {
  const said = [parameter.name, problem, 'must be', parameter.accepts].filter((part) => part !== '');
  return invalidParameter(parameter.name, `${said.join(' ')}.`);
}
