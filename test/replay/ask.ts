import { key } from '../api/query-service.ts';

/** A query service's responses with their paths, as texts, from JSON and files. */
export async function ask(url: string, paths: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  const headers = { authorization: `Bearer ${key}` };
  // A few at once, within the service's limits.
  for (let from = 0; from < paths.length; from += 4) {
    const some = paths.slice(from, from + 4).map(async (path) => {
      const response = await fetch(`${url}${path}`, { headers });
      return `${path} ${response.status} ${await response.text()}`;
    });
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}
