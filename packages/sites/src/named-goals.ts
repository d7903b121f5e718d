import type { ListedSites } from './sites-file.ts';

/** The name in `name:` and a name, in which `;`, `|` and `\` may be escaped; undefined for conditions. */
export const goalNameIn = (text: string): string | undefined =>
  text.startsWith('name:') ? text.slice('name:'.length).replace(/\\([\\|;])/g, '$1') : undefined;

/** The conditions of a goal, as text: its own, or those that sites have under its name, which may differ. */
export function conditionsOf(text: string, ids: readonly string[], { sites }: ListedSites): string[] {
  const name = goalNameIn(text);
  if (name === undefined) return [text];
  const own = (id: string) => {
    const goals = sites.get(id)?.goals ?? {};
    return Object.hasOwn(goals, name) ? (goals[name] ?? []) : [];
  };
  return [...new Set(ids.flatMap(own))];
}
