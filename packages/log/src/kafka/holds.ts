/** The right to one partition, from the group's assignment until it is lost. */
export interface Hold {
  lost: boolean;
}

/** Which partitions this consumer has, by the group's last assignment. */
export interface Holds {
  get(partition: number): Hold | undefined;
  /** A new assignment. Partitions that stay with the same member are kept without a break, so that work on them goes on. */
  assign(memberId: string, partitions: readonly number[]): void;
  /** The group has given us up. */
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
      // Under another name the group has taken us for dead meanwhile, and somebody else may have had our partitions.
      if (memberId !== member) loseAll();
      member = memberId;
      for (const [partition, hold] of held) if (!partitions.includes(partition)) lose(partition, hold);
      for (const partition of partitions) if (!held.has(partition)) held.set(partition, { lost: false });
    },
    loseAll,
  };
}
