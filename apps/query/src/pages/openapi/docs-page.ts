import { type Html, html } from '../../reply/html.ts';
import { crawlExample } from './crawl.ts';
import template from './docs.html';
import type { ApiDocument, Operation } from './document.ts';
import { exampleAddress } from './example-address.ts';
import { fieldsOf } from './fields.ts';
import type { describeIngest } from './ingest.ts';
import type { ParameterObject } from './parameters.ts';

type Ingest = ReturnType<typeof describeIngest>;

/**
 * The API's description as a page. It loads only the dashboard's font, and sends requests only to this server.
 * @param font the name of its file
 */
export function docsPage(api: ApiDocument, ingest: Ingest, font: string): string {
  const operations = Object.entries(api.paths).map(([path, { get }]) => [path, get] as const);
  const pings = Object.entries(ingest.paths).flatMap(([path, { get, post: operation = get, servers }]) =>
    operation ? [[path, operation, examples(`${servers[0]?.url}${path}`)] as const] : [],
  );
  const navigation = html`<details open>
      <summary>Endpoints</summary>
      <ul>
        <li><a href="#parameters">Parameters</a></li>
        ${[...operations, ...pings].map(([path, { operationId }]) => html`<li><a href="#${operationId}">${breakable(path.replace('/api/v1', ''))}</a></li>`)}
        <li><a href="#errors">Errors</a></li>
      </ul>
    </details>`;
  const introduction = html`<p>${api.info.description}</p>
    <p>
      Every request needs <code>Authorization: Bearer &lt;API_KEY&gt;</code>. For machines, this page is
      <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). The <a href="./">dashboard</a> signs in with the same key.
      Values in an address are percent-encoded: <code>/blog/a</code> is <code>%2Fblog%2Fa</code>.
    </p>`;
  const content = html`
    <h2>Parameters of every endpoint</h2>
    <section id="parameters">
      ${parameterTable(Object.values(api.components.parameters))}
    </section>
    <h2>Reports and exports</h2>
    ${operations.map(([path, operation]) => section(path, operation, api.components.schemas))}
    <h2>Sending pings</h2>
    ${pings.map(
      ([path, { operationId, summary, requestBody }, commands]) => html`<section id="${operationId}">
        <h3>${requestBody ? 'POST' : 'GET'} ${breakable(path)}</h3>
        <p>${summary}</p>
        <h4>Example</h4>
        <pre><code class="example">curl ${commands[operationId] ?? ''}</code></pre>
      </section>`,
    )}
    <h2>A ping</h2>
    <section id="ping">
      ${fieldsOf(ingest.schemas['Ping'], {})}
    </section>
    <h2>Errors</h2>
    <section id="errors">
      <p>An error is <code>{"error": {"code", "message", "parameter"}}</code>.</p>
      <table>
        ${Object.entries(api.components.responses).map(
          ([status, { description }]) => html`<tr><td>${status}</td><td>${description}</td></tr>`,
        )}
      </table>
    </section>`;
  const parts: Record<string, Html> = { font: html`${font}`, navigation, introduction, content };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]?.source ?? '');
}

const browser = "-A 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'";

/** curl's arguments for an example of each operation of ingest. A ping with curl's own user agent is dropped. */
const examples = (address: string): Readonly<Record<string, string>> => ({
  send_pings: `${browser} -H 'Content-Type: application/json' -d '{"site_id":"blog","url":"https://blog.example/"}' ${address}`,
  send_pixel: `${browser} '${address}?site_id=blog&url=https%3A%2F%2Fblog.example%2F'`,
  send_crawls: `-H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/x-ndjson' -d '${JSON.stringify(crawlExample)}' ${address}`,
});

function section(path: string, operation: Operation, named: Readonly<Record<string, object>>): Html {
  const own = operation.parameters.filter((parameter): parameter is ParameterObject => 'name' in parameter);
  const address = exampleAddress(path, own);
  return html`
    <section id="${operation.operationId}">
      <h3>GET ${breakable(path)}</h3>
      <p>${operation.summary}</p>
      ${own.length > 0 ? html`<h4>Parameters</h4>${parameterTable(own)}` : []}
      <h4>Example</h4>
      <pre><code class="example">curl -H "Authorization: Bearer $API_KEY" "$TALLYHOUSE${address}"</code></pre>
      ${path.includes('/export/') ? [] : html`<button data-address="${address}">Try</button> <pre class="answer" hidden></pre>`}
      <details>
        <summary>Response</summary>
        ${Object.entries(operation.responses[200].content).map(
          ([type, { schema, example }]) => html`<p><code>${type}</code></p>
            ${fieldsOf(schema, named)}
            ${example === undefined ? [] : html`<pre>${JSON.stringify(example, null, 2)}</pre>`}`,
        )}
      </details>
    </section>`;
}

/** A path with line breaks allowed before its slashes. */
const breakable = (path: string): Html => html`${path.split(/(?=\/)/).map((step) => html`<wbr>${step}`)}`;

function parameterTable(parameters: readonly ParameterObject[]): Html {
  return html`<table>
    ${parameters.map(
      ({ name, description, schema }) => html`<tr>
        <td><code>${name}</code></td>
        <td>${description} ${byDefault(schema)}</td>
      </tr>`,
    )}
  </table>`;
}

function byDefault(schema: object): Html {
  return 'default' in schema ? html`Default: <code>${String(schema.default)}</code>.` : html``;
}
