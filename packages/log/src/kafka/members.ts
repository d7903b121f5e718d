import type { KafkaAdmin } from './admin.ts';

const askMs = 10_000;

/** Whether the group has members; a group that does not exist has none. @throws LogUnavailableError */
export async function hasMembers(admin: KafkaAdmin, group: string): Promise<boolean> {
  const { groups } = await admin.ask(askMs, (asked) => asked.describeGroups([group]));
  return groups.some(({ members }) => members.length > 0);
}
