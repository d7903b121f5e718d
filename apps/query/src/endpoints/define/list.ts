import type { Parameters } from '../../parameters/parameter.ts';
import { listMeta } from '../../reply/reply.ts';
import { type Definition, defineEndpoint, type Endpoint, type ReportContext } from './endpoint.ts';

interface ListDefinition<Own extends Parameters, Rows>
  extends Omit<Definition<Own, Rows>, 'meta' | 'respond'> {
  /** The entries of the page that is asked for, and the number of all. */
  read(context: ReportContext<Own>): Promise<{ rows: NoInfer<Rows>; total: number }>;
}

/** Declares a report that is one list, of which a request gets a page. */
export function defineList<Own extends Parameters, Rows>({
  read,
  ...list
}: ListDefinition<Own, Rows>): Endpoint {
  return defineEndpoint({
    ...list,
    meta: listMeta,
    async respond(context) {
      const { limit, offset } = context.values;
      const { rows, total } = await read(context);
      return { data: rows, meta: { limit, offset, total } };
    },
  });
}
