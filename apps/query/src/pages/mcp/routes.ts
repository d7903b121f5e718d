import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { methodNotAllowed } from '@tallyhouse/service';
import express, { type Request as HttpRequest, type RequestHandler, type Response, Router } from 'express';
import type { Endpoint, Serving } from '../../endpoints/define/endpoint.ts';
import { callerLeft, callerOf } from '../../http/caller.ts';
import { type Calling, callTool } from './call.ts';
import { aboutCommon, type Tool, toolsOf } from './tools.ts';

/** The revisions of the protocol, newest first. */
const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

const instructions = `Reports of web analytics: exact counts of pageviews, visits, visitors and events of the sites that the key may read. Ask for sites first when you do not know their ids. Show the reader the dashboard_url of an answer. All tools take:
${aboutCommon}`;

/** `POST /mcp`: the reports as tools of the Model Context Protocol, over Streamable HTTP, without sessions. */
export function mcpRoutes(
  endpoints: readonly Endpoint[],
  serving: Serving,
  dashboardUrl: () => string,
): Router {
  const tools = toolsOf(endpoints);
  const { access, metrics } = serving;
  const router = Router();
  router.post(
    '/',
    metrics.at('/mcp'),
    access.identify,
    access.require('read'),
    express.raw({ type: () => true, limit: mostBytes }),
    refuseUnknownVersion,
    async (req, res) => {
      const left = callerLeft(res);
      const calling = {
        caller: callerOf(res),
        left,
        requestId: res.get('X-Request-Id'),
        dashboardUrl: dashboardUrl(),
      };
      // No subscriptions: tools change only with the program.
      const handler = createMcpHandler(() => serverOf(tools, calling, serving), {
        maxSubscriptions: 0,
      });
      await sendOn(await handler.fetch(webRequest(req, left)), res, left);
    },
  );
  router.all('/', methodNotAllowed('POST'));
  return router;
}

/** Arguments are short: as URL parameters they could have 16 KiB. */
const mostBytes = 100_000;

function serverOf(tools: ReadonlyMap<string, Tool>, calling: Calling, serving: Serving): Server {
  const server = new Server(
    { name: 'tallyhouse', version: '1' },
    { capabilities: { tools: {} }, instructions, supportedProtocolVersions: versions },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ definition }) => definition),
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.get(name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
    return callTool(tool, given, calling, serving);
  });
  return server;
}

/** Revisions before 2026-07-28 define no code for this, so the official server would send a general one. */
const refuseUnknownVersion: RequestHandler = (req, res, next) => {
  const requested = req.get('mcp-protocol-version');
  if (requested === undefined || versions.includes(requested)) return next();
  const data = { supported: versions, requested: requested.slice(0, 100) };
  const { code, message } = new UnsupportedProtocolVersionError(data);
  res.status(400).json({ jsonrpc: '2.0', id: null, error: { code, message, data } });
};

function webRequest(req: HttpRequest, signal: AbortSignal): Request {
  const headers = Object.entries(req.headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  const body: unknown = req.body;
  return new Request(new URL(req.originalUrl, 'http://localhost'), {
    method: req.method,
    headers,
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : '',
    signal,
  });
}

async function sendOn(answer: globalThis.Response, res: Response, left: AbortSignal): Promise<void> {
  res.status(answer.status).set(Object.fromEntries(answer.headers)).set('Cache-Control', 'no-store');
  if (answer.body === null) {
    res.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body), res).catch((error: unknown) => {
    if (!left.aborted) throw error;
  });
}
