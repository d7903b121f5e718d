import { runInNewContext } from 'node:vm';
import { type ChannelRule, expressionIn, patternsOf, type RuleMember, ruleMembers } from '@tallyhouse/filter';
import knownHosts from '@tallyhouse/ping/known-hosts';
import sourceNames from '@tallyhouse/ping/source-names';

/**
 * Warnings about channel rules that match no session, because their values are never stored, or earlier rules match them.
 * @param path of the list
 */
export function channelWarnings(path: string, rules: readonly ChannelRule[] = []): string[] {
  const taken = takenRules(rules);
  const ofRules = rules.flatMap((rule, index) => {
    const name = `${path}.${index} (${rule.name})`;
    const never = ruleMembers.flatMap((member) =>
      (patternsOf(rule, member) ?? []).flatMap((pattern) => {
        const reason = whyNever(member, pattern);
        return reason ? [`${name}: ${member} "${pattern}" matches nothing: ${reason}`] : [];
      }),
    );
    const isTaken = taken?.includes(rule);
    return isTaken ? [...never, `${name} takes no session: earlier rules take all that it would`] : never;
  });
  const unknown = `${path}: whether earlier rules take all of a later one was not found in 2 seconds`;
  return taken ? ofRules : [...ofRules, unknown];
}

/** The rules of whose sessions earlier rules take all. Undefined after two seconds: V8 may try an expression for days, RE2 never. */
function takenRules(rules: readonly ChannelRule[]): readonly ChannelRule[] | undefined {
  const isTaken = (rule: ChannelRule, index: number) =>
    choicesOf(rule) <= mostCells &&
    cellsOf(rule).every((cell) => rules.slice(0, index).some((earlier) => takes(earlier, cell)));
  try {
    return runInNewContext('find()', { find: () => rules.filter(isTaken) }, { timeout: 2000 });
  } catch {
    return undefined; // The time is over.
  }
}

/** No more are compared, which would take long. */
const mostCells = 10_000;

const choicesOf = (rule: ChannelRule) =>
  ruleMembers.reduce((count, member) => count * (patternsOf(rule, member)?.length ?? 1), 1);

/** The longest source and medium that ingest stores. */
const longest = 100;

/** Why ingest never stores a value. */
function whyNever(member: RuleMember, pattern: string): string | undefined {
  if (expressionIn(pattern) !== undefined || member === 'campaign') return undefined;
  if (pattern === '') return 'every session has one';
  if (pattern !== pattern.trim()) return 'blanks around it are not stored';
  if (pattern.length > longest) return `only ${longest} characters are stored`;
  const known = member === 'source' ? storedAs(pattern.toLowerCase()) : undefined;
  return known === undefined ? undefined : `it is stored as ${known}`;
}

const names = Object.values(knownHosts).flatMap((sources) => Object.entries<readonly string[]>(sources));
const isName = new Set(names.map(([name]) => name.toLowerCase()));
const nameOf = new Map([
  ...names.flatMap(([name, hosts]) => hosts.map((host) => [host, name] as const)),
  ...Object.entries(sourceNames).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
]);

/** The name of a source that ingest knows, if a tag or host of it is another one. */
function storedAs(source: string): string | undefined {
  if (isName.has(source)) return undefined;
  const anywhere = source.replace(/\.(?:com|(?:com?\.)?[a-z]{2})$/, '.*');
  return nameOf.get(source) ?? nameOf.get(anywhere);
}

/** A choice of one pattern for each member of a rule. */
type Cell = Partial<Record<RuleMember, string>>;

function cellsOf(rule: ChannelRule): Cell[] {
  return ruleMembers.reduce<Cell[]>(
    (cells, member) => {
      const patterns = patternsOf(rule, member);
      return patterns ? cells.flatMap((cell) => patterns.map((one) => ({ ...cell, [member]: one }))) : cells;
    },
    [{}],
  );
}

/** Whether a rule matches all sessions of a choice. */
const takes = (rule: ChannelRule, cell: Cell): boolean =>
  ruleMembers.every((member) => {
    const chosen = cell[member];
    const patterns = patternsOf(rule, member);
    return patterns === undefined || (chosen !== undefined && patterns.some((one) => covers(one, chosen)));
  });

function covers(pattern: string, other: string): boolean {
  if (pattern === other) return true;
  const expression = expressionIn(pattern);
  if (expressionIn(other) !== undefined) return false;
  if (expression === undefined) return pattern.toLowerCase() === other.toLowerCase();
  return new RegExp(expression, 'iu').test(other);
}
