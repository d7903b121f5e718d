/** Removes items, many at a time at first, while the rest still fails; stops after a number of attempts. */
export async function smallest<T>(items: T[], fails: (fewer: T[]) => Promise<boolean>): Promise<T[]> {
  let kept = items;
  let tries = 0;
  for (let size = Math.ceil(items.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length && tries < 300; tries++) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await fails(fewer)) kept = fewer;
      else from += size;
    }
  }
  return kept;
}
