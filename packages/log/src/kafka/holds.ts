/** This consumer's right to one partition, from its assignment until it is revoked. */
export interface Hold {
  lost: boolean;
}

/** The partitions that the group's last assignment gave to this consumer. */
export interface Holds {
  get(partition: number): Hold | undefined;
  /** A new assignment. Partitions that stay with the same member keep their hold, so that work on them continues. */
  assign(memberId: string, partitions: readonly number[]): void;
  /** The group has removed this member. */
  loseAll(): void;
}

export function createHolds(): Holds {
  const held = new Map<number, Hold>();
  let member: string | undefined;

  const lose = (partition: number, hold: Hold) => {
    hold.lost = true;
    held.delete(partition);
  };
  const loseAll = () => {
    for (const [partition, hold] of held) lose(partition, hold);
  };
  return {
    get: (partition) => held.get(partition),
    assign(memberId, partitions) {
      // A new member id: the group considered this member dead meanwhile, and another may have had its partitions.
      if (memberId !== member) loseAll();
      member = memberId;
      for (const [partition, hold] of held) if (!partitions.includes(partition)) lose(partition, hold);
      for (const partition of partitions) if (!held.has(partition)) held.set(partition, { lost: false });
    },
    loseAll,
  };
}
