import { once } from 'node:events';
import { isCallToolResult, isSpecType, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readEnvironment, readOptions, runCommand, secretFile } from '@tallyhouse/service';
import { z } from 'zod';
import { connect } from './service.ts';

const usage = `Usage: tallyhouse mcp

Lets an assistant on this machine ask for reports: MCP over standard input and output. It passes every request on to /mcp of the
service at TALLYHOUSE_URL, with the key in TALLYHOUSE_KEY (or in the file that TALLYHOUSE_KEY_FILE names), which needs the right read.

  --help  This text.

Example: TALLYHOUSE_URL=https://stats.example TALLYHOUSE_KEY=... tallyhouse mcp

It exits with 0 when its input ends, 1 after an error, 2 for invalid arguments.
`;

const settings = z.object({
  TALLYHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'the address of the dashboard, such as http://127.0.0.1:3000' })
    .default('http://127.0.0.1:3000'),
  TALLYHOUSE_KEY: z.string('is required: a key with the right read'),
  TALLYHOUSE_KEY_FILE: secretFile(),
});

await runCommand(usage, async (args, signal) => {
  readOptions(args, {});
  const { TALLYHOUSE_URL: url, TALLYHOUSE_KEY: key } = readEnvironment(settings, process.env);
  const service = await connect(url, key, signal);
  const handle = serveStdio(() => {
    const server = new Server({ name: 'tallyhouse', version: '1' }, service.options);
    server.setRequestHandler('tools/list', (_request, { mcpReq }) =>
      service.ask('tools/list', {}, isSpecType.ListToolsResult, mcpReq.signal),
    );
    server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }, { mcpReq }) =>
      service.ask('tools/call', { name, arguments: given }, isCallToolResult, mcpReq.signal),
    );
    return server;
  });
  await once(process.stdin, 'close', { signal }).catch(() => {});
  await handle.close();
  return 0;
});
