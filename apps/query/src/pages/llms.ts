import { methodNotAllowed } from '@tallyhouse/service';
import { Router } from 'express';

/** `GET /llms.txt`: tells assistants how to query this service. @param mcp whether /mcp is served */
export function llmsRoute(mcp: boolean): Router {
  const text = `# Tallyhouse

> Web analytics. This service answers reports about the sites that it counts. All of them need a key: Authorization: Bearer <key>.

- [Reports](/docs): every report, its parameters and its answer, to read
- [OpenAPI](/openapi.json): the same as a description for programs
${mcp ? '- [MCP](/mcp): every report as a tool, over Streamable HTTP\n' : ''}`;
  const router = Router();
  router.get('/llms.txt', (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('text/plain').send(text);
  });
  router.all('/llms.txt', methodNotAllowed('GET', 'HEAD'));
  return router;
}
