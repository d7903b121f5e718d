/** A part that somebody else changed: a member, or one of its named values. */
export interface Difference {
  /** The member, and the name in it if it has named values. */
  path: readonly string[];
  mine: unknown;
  theirs: unknown;
  /** Whether the reader left it unchanged. */
  onlyTheirs: boolean;
}

/** Concurrent changes that saving would revert. @param base the version that the reader began with */
export function differences(base: object, mine: object, theirs: object): Difference[] {
  const [before, own, other] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const paths = new Map([...own, ...other, ...before].map(([id, { path }]) => [id, path]));
  return [...paths].flatMap(([id, path]) => {
    const [was, mine, theirs] = [before.get(id)?.value, own.get(id)?.value, other.get(id)?.value];
    if (isSame(was, theirs) || isSame(mine, theirs)) return [];
    return [{ path, mine, theirs, onlyTheirs: isSame(was, mine) }];
  });
}

/** A copy with some parts as others saved them. */
export function withTheirs<Thing extends object>(mine: Thing, taken: readonly Difference[]): Thing {
  const thing = { ...mine };
  for (const { path, theirs } of taken) {
    const [member = '', name] = path;
    const named = { ...recordIn(Reflect.get(thing, member)), ...(name !== undefined && { [name]: theirs }) };
    const left = Object.entries(named).filter(([, value]) => value !== undefined);
    Reflect.set(
      thing,
      member,
      name === undefined ? theirs : left.length > 0 ? Object.fromEntries(left) : undefined,
    );
  }
  return thing;
}

/** Whether two values are equal, regardless of the order of their members. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sorted) === JSON.stringify(other, sorted);

const sorted = (_name: string, value: unknown): unknown => {
  const record = recordIn(value);
  return record ? Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
};

interface Part {
  path: string[];
  value: unknown;
}

/** All parts that exist, by path. */
function partsOf(thing: object): Map<string, Part> {
  const members: [string, unknown][] = Object.entries(thing);
  const parts = members.flatMap(([member, value]): Part[] => {
    const record = recordIn(value);
    if (record === undefined) return [{ path: [member], value }];
    return Object.entries(record).map(([name, inner]) => ({ path: [member, name], value: inner }));
  });
  return new Map(
    parts.filter(({ value }) => value !== undefined).map((part) => [part.path.join('\n'), part]),
  );
}

const recordIn = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isRecord(value) ? value : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
