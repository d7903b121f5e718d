import type { CallToolResult } from '@modelcontextprotocol/server';
import { HttpError, toHttpError } from '@tallyhouse/service';
import type { Report, Serving } from '../../endpoints/define/endpoint.ts';
import type { Caller } from '../../http/caller.ts';
import { jsonText } from '../../http/json-text.ts';
import { readArguments, type Sent } from './arguments.ts';
import { dashboardAddress } from './dashboard-address.ts';
import type { Tool } from './tools.ts';

/** A longer result would fill an assistant's context. */
const mostBytes = 100_000;

/** The caller, and its address. */
export interface Calling {
  caller: Caller;
  /** Aborts when no caller waits for the result any more. */
  left: AbortSignal;
  requestId: string | undefined;
  dashboardUrl: string;
}

/** Returns what the endpoint returns over HTTP. Errors are results too, so that an assistant can read the reason. */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  calling: Calling,
  serving: Serving,
): Promise<CallToolResult> {
  const { path } = tool.endpoint;
  try {
    serving.access.count(calling.caller);
    const result = await resultOf(tool, given, calling, serving);
    serving.metrics.countToolCall(path, 200);
    return result;
  } catch (error) {
    const known = toHttpError(error);
    if (known.status === 500 && !calling.left.aborted)
      serving.logger.error({ err: error, requestId: calling.requestId, path }, 'tool call failed');
    if (!calling.left.aborted) serving.metrics.countToolCall(path, known.status);
    return { ...contentOf(JSON.stringify(known.body())), structuredContent: known.body(), isError: true };
  }
}

async function resultOf(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { caller, left, dashboardUrl }: Calling,
  serving: Serving,
): Promise<CallToolResult> {
  const { path, report } = tool.endpoint;
  const sent = readArguments(tool, given);
  const answer = await withinGate(caller, serving, () =>
    report(
      { ...sent, caller, left, accepts: (type) => type === 'application/json', isPartial() {} },
      serving,
    ),
  );
  const url = dashboardAddress(dashboardUrl, path, sent, answer.meta, serving.sitesNow());
  const shown = { ...answer, dashboard_url: url };
  const text = await jsonText(shown);
  // The text is included twice, once as a string in JSON.
  const bytes = Buffer.byteLength(text);
  const all = bytes > mostBytes ? bytes : bytes + Buffer.byteLength(JSON.stringify(contentOf(text)));
  if (all > mostBytes) throw tooLarge(tool, sent, answer, all);
  return { ...contentOf(text), structuredContent: shown };
}

const contentOf = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** Takes a slot for reports, like a request over HTTP. @throws HttpError 503 */
async function withinGate<Result>(
  { name }: Caller,
  { gates }: Serving,
  work: () => Promise<Result>,
): Promise<Result> {
  let end = () => {};
  await new Promise<void>((enter, refuse) => {
    end = gates.report(name, enter, refuse);
  });
  try {
    return await work();
  } finally {
    end();
  }
}

function tooLarge({ parameters }: Tool, { query }: Sent, { meta }: Report, bytes: number): HttpError {
  const isSeries = 'granularity' in meta && parameters.has('granularity');
  const [parameter, how] = isSeries
    ? ['granularity', 'a coarser granularity or a shorter period']
    : 'limit' in meta
      ? ['limit', `a limit below ${query['limit'] ?? meta.limit}, and offset for the rest`]
      : ['period', 'a shorter period, a filter or fewer sites'];
  const message = `The result would have ${Math.ceil(bytes / 1000)} kB, but may have at most ${mostBytes / 1000} kB: use ${how}.`;
  return new HttpError('payload_too_large', message, { parameter });
}
