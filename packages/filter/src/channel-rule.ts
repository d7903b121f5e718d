/** A value, or several of which one must match; one between slashes is a regular expression. Case-insensitive. */
type Patterns = string | readonly string[];

export const ruleMembers = ['source', 'medium', 'campaign'] as const;
export type RuleMember = (typeof ruleMembers)[number];

/** A rule of the sites file: a session that matches all of its members is in the channel `name`. */
export type ChannelRule = { name: string } & { [Member in RuleMember]?: Patterns | undefined };

/** The rules of a site, of which the first that matches counts. */
export type ChannelRules = (site: string) => readonly ChannelRule[];

/** The rules of the sites file for computed columns, by their names. */
export interface ColumnRules {
  channel?: ChannelRules | undefined;
}

/** The accepted values of a rule's member; undefined for any. */
export function patternsOf(rule: ChannelRule, member: RuleMember): readonly string[] | undefined {
  const patterns = rule[member];
  return typeof patterns === 'string' ? [patterns] : patterns;
}

/** The regular expression between slashes, if it is one. */
export const expressionIn = (pattern: string): string | undefined => /^\/(.*)\/$/s.exec(pattern)?.[1];
