import { HttpError, invalidParameter } from '@tallyhouse/service';
import type { Parameter } from '../../parameters/parameter.ts';
import { type Query, unknownName } from '../../parameters/read.ts';
import type { Tool } from './tools.ts';

/** The arguments of a tool call as query parameters: texts, and lists of texts. */
export interface Sent {
  query: Query;
  inPath: Query;
}

/** Reads arguments as parameters of a request. @throws HttpError 400 that names the argument */
export function readArguments(tool: Tool, given: Readonly<Record<string, unknown>>): Sent {
  const sent: { query: Record<string, unknown>; inPath: Record<string, unknown> } = { query: {}, inPath: {} };
  for (const [name, value] of Object.entries(given)) {
    const parameter = tool.parameters.get(name);
    if (parameter === undefined) throw unknownName('argument', name, [...tool.parameters.keys()]);
    const isOtherForm = parameter.name === 'format' && value !== 'json';
    if (isOtherForm) throw invalid(name, 'must be json: a tool answers with data');
    sent[parameter.in === 'path' ? 'inPath' : 'query'][parameter.name] = textsOf(name, value, parameter);
  }
  for (const [name, parameter] of tool.parameters) {
    if (parameter.in !== 'path') continue;
    const text = sent.inPath[parameter.name];
    if (text === undefined) throw invalid(name, `is missing; it must be ${parameter.accepts}`);
    // Here, because the endpoint would report it as a part of its path.
    if (parameter.parse(String(text)) === undefined) throw invalid(name, `must be ${parameter.accepts}`);
  }
  refuseLong(given);
  return sent;
}

/** ClickHouse takes 128 KiB of a parameter, percent-encoded, where a quote takes twice as much. */
const mostBytes = 40_000;

/** @throws HttpError 413 that names the longest argument */
function refuseLong(given: Readonly<Record<string, unknown>>): void {
  const sizes = Object.entries(given).map(([name, value]): [string, number] => [name, addressBytes(value)]);
  const [longest] = sizes.sort(([, one], [, other]) => other - one);
  const bytes = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (longest === undefined || bytes <= mostBytes) return;
  const [parameter] = longest;
  const message = `The arguments have ${Math.ceil(bytes / 1000)} kB, percent-encoded, but may have at most ${mostBytes / 1000} kB: shorten ${parameter}.`;
  throw new HttpError('payload_too_large', message, { parameter });
}

/** The size of an argument, percent-encoded. */
const addressBytes = (value: unknown) =>
  `${new URLSearchParams([value].flat().map((text): [string, string] => ['', String(text)]))}`.length;

function textsOf(name: string, value: unknown, parameter: Parameter): string | string[] {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const isRepeated = 'most' in parameter && Array.isArray(value);
  if (isRepeated && value.every((one): one is string => typeof one === 'string')) return value;
  const list = 'most' in parameter ? 'a list of texts, each ' : '';
  throw invalid(name, `must be ${list}${parameter.accepts}`);
}

const invalid = (parameter: string, problem: string) =>
  invalidParameter(parameter, `${parameter} ${problem}.`);
