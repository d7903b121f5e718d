import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { authorizationOf, parseJson, reasonOf } from '@tallyhouse/service';
import { z } from 'zod';

const version = '2026-07-28';

/** The /mcp of a running service. */
interface Service {
  /** Its description of itself. */
  options: ServerOptions;
  /** Forwards a request. @throws ProtocolError that the service returns, or an Error that says why there is no response */
  ask<Result>(
    method: string,
    params: Readonly<Record<string, unknown>>,
    isResult: (value: unknown) => value is Result,
    signal: AbortSignal,
  ): Promise<Result>;
}

const reply = z.union([
  z.object({ result: z.looseObject({}) }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
]);
const about = z.object({ capabilities: z.object({ tools: z.looseObject({}) }), instructions: z.string() });
const isAbout = (value: unknown): value is z.output<typeof about> => about.safeParse(value).success;
const refused = z.object({ error: z.object({ message: z.string() }) });

/** @throws an Error when the service does not respond, or refuses the key */
export async function connect(url: string, key: string, signal: AbortSignal): Promise<Service> {
  const ask: Service['ask'] = async (method, params, isResult, stop) => {
    const response = await post(method, params, stop);
    const body = parseJson(await response.text());
    const { data: answer } = reply.safeParse(body);
    if (answer === undefined) {
      const message = refused.safeParse(body).data?.error.message;
      throw new Error(message ?? `${url}/mcp answered with status ${response.status}.`);
    }
    if ('error' in answer)
      throw new ProtocolError(answer.error.code, answer.error.message, answer.error.data);
    // They belong to the revision between this program and the service.
    const { resultType, _meta, ttlMs, cacheScope, ...result } = answer.result;
    if (isResult(result)) return result;
    throw new Error(`${url}/mcp answered ${method} in another form.`);
  };

  async function post(method: string, params: object, stop: AbortSignal): Promise<Response> {
    const _meta = {
      [PROTOCOL_VERSION_META_KEY]: version,
      [CLIENT_INFO_META_KEY]: { name: 'tallyhouse mcp', version: '1' },
      [CLIENT_CAPABILITIES_META_KEY]: {},
    };
    const headers = {
      Authorization: authorizationOf(key),
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      // The form of the protocol for what headers cannot have, such as 日本.
      ...('name' in params && {
        'Mcp-Name': `=?base64?${Buffer.from(`${params.name}`).toString('base64')}?=`,
      }),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
    return await fetch(`${url.replace(/\/+$/, '')}/mcp`, {
      method: 'POST',
      headers,
      body,
      redirect: 'error', // To another host, it would be followed without the key.
      signal: stop,
    }).catch((error: unknown) => {
      throw new Error(
        `The service does not answer at ${url} (${reasonOf(error)}). TALLYHOUSE_URL is its address.`,
      );
    });
  }

  return { options: await ask('server/discover', {}, isAbout, signal), ask };
}
