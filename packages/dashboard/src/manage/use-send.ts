import { useState } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import { type Sent, send } from './send.ts';

/** Sends changes of which nothing but the outcome matters. */
export function useSend() {
  const { key } = useSession();
  const [problem, setProblem] = useState<string>();
  /** @returns whether it is done; if not, `problem` says why */
  async function change(method: Sent['method'], path: string, body?: object): Promise<boolean> {
    const answer = await send<unknown>(key, { method, path, ...(body && { body }) });
    setProblem(answer.kind === 'refused' ? answer.words : undefined);
    return answer.kind !== 'refused';
  }
  return { send: change, problem };
}
