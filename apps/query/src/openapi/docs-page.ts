import { z } from 'zod';
import { type Html, html } from '../pages/html.ts';
import template from './docs.html';
import type { ApiDocument, Operation, ParameterObject } from './document.ts';

/** The API's description as a page without scripts or external files. */
export function docsPage(document: ApiDocument): string {
  const operations = Object.entries(document.paths).map(([path, { get }]) => [path, get] as const);
  const content = html`
    <p>${document.info.description}</p>
    <h2>Parameters of every endpoint</h2>
    ${parameterTable(Object.values(document.components.parameters))}
    <h2>Endpoints</h2>
    <ul>${operations.map(([path, { operationId }]) => html`<li><a href="#${operationId}">${path}</a></li>`)}</ul>
    ${operations.map(([path, operation]) => section(path, operation))}
    <h2>Errors</h2>
    <p>An error is <code>{"error": {"code", "message", "parameter"}}</code>.</p>
    <table>
      ${Object.entries(document.components.responses).map(
        ([status, { description }]) => html`<tr><td>${status}</td><td>${description}</td></tr>`,
      )}
    </table>`;
  return template.replace('{{content}}', () => content.source);
}

function section(path: string, { operationId, summary, parameters, responses }: Operation): Html {
  const own = parameters.filter((parameter): parameter is ParameterObject => 'name' in parameter);
  return html`
    <section id="${operationId}">
      <h3>GET ${path}</h3>
      <p>${summary}</p>
      ${own.length > 0 ? parameterTable(own) : []}
      <h4>Responses</h4>
      ${Object.entries(contentOf(responses[200])).map(
        ([type, { schema }]) => html`<p><code>${type}</code></p>${fields(schema)}`,
      )}
    </section>`;
}

function contentOf(response: Operation['responses'][string] | undefined) {
  return response && 'content' in response ? response.content : {};
}

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

/** The part of a JSON Schema that the page shows. */
const shape = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.looseObject({ type: z.string() })).optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

function fields(schema: unknown): Html {
  const { properties, items, description } = shape.parse(schema ?? {});
  if (items !== undefined) return fields(items);
  if (properties === undefined) return description ? html`<p>${description}</p>` : html``;
  return html`<ul>
    ${Object.entries(properties).map(([name, field]) => {
      const { type, anyOf, description: about, items: entries } = shape.parse(field);
      const types = anyOf?.map((one) => one.type) ?? [type ?? 'any'].flat();
      const object = anyOf?.find((one) => one.type === 'object') ?? field;
      const nested = entries !== undefined || types.includes('object') ? fields(entries ?? object) : html``;
      return html`<li><code>${name}</code> ${types.join(' or ')}. ${about ?? ''} ${nested}</li>`;
    })}
  </ul>`;
}
