import { useState } from 'preact/hooks';
import { problemOf, unreachable } from './ask.ts';
import { useSession } from './session.ts';

/** Sends changes to /api/manage/v1. */
export function useSend() {
  const { key } = useSession();
  const [problem, setProblem] = useState<string>();
  /** @returns whether it is done; if not, `problem` says why */
  async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<boolean> {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`api/manage/v1${path}`, sent).catch(() => undefined);
    setProblem(answer?.ok ? undefined : answer ? await problemOf(answer) : unreachable);
    return answer?.ok ?? false;
  }
  return { send, problem };
}
