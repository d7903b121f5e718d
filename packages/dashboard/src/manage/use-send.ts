import { useState } from 'preact/hooks';
import { useAsk } from './client.ts';
import type { Sent } from './send.ts';

/** Sends changes of which nothing but the outcome matters. */
export function useSend() {
  const ask = useAsk();
  const [problem, setProblem] = useState<string>();
  /** @returns whether it is done; if not, `problem` says why */
  async function send(method: Sent['method'], path: string, body?: object): Promise<boolean> {
    const answer = await ask<unknown>({ method, path, ...(body && { body }) });
    setProblem(answer.kind === 'refused' ? answer.words : undefined);
    return answer.kind !== 'refused';
  }
  return { send, problem };
}
