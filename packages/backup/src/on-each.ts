import type { Progress } from '@tallyhouse/service';

/**
 * Runs work on every server, and waits for all of them.
 * @param work ends early when the signal aborts: it failed on another server, or the command is ended
 * @returns the results in order
 * @throws the first failure, prefixed with the name of its server if there are several
 */
export async function onEach<Server extends { name: string }, Result>(
  servers: readonly Server[],
  signal: AbortSignal,
  work: (server: Server, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failed = new AbortController();
  let failure: unknown;
  const either = AbortSignal.any([signal, failed.signal]);
  const results = await Promise.all(
    servers.map(async (server): Promise<Result[]> => {
      try {
        return [await work(server, either)];
      } catch (error) {
        if (!either.aborted) failure = servers.length > 1 ? namedError(server.name, error) : error;
        failed.abort(failure);
        return [];
      }
    }),
  );
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
  return results.flat();
}

function namedError(name: string, error: unknown): unknown {
  return error instanceof Error ? new Error(`${name}: ${error.message}`, { cause: error }) : error;
}

/** Shows the states of several servers in one line. */
export function together(progress: Progress, servers: readonly { name: string }[]) {
  const states = new Map<string, string>();
  return ({ name }: { name: string }): Progress['show'] =>
    (state) => {
      states.set(name, state);
      const lines = servers.flatMap((server) => {
        const found = states.get(server.name);
        if (found === undefined) return [];
        return servers.length > 1 ? `${server.name}: ${found}` : found;
      });
      progress.show(lines.join('; '));
    };
}
