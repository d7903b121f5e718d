/** Checks whether data from outside has a shape. */
export type Guard<T> = (value: unknown) => value is T;
export type Guarded<G> = G extends Guard<infer T> ? T : never;

export const isText: Guard<string> = (value): value is string => typeof value === 'string';
export const isNumber: Guard<number> = (value): value is number => typeof value === 'number';
export const isBoolean: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

export function orNull<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function orAbsent<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

export function listOf<T>(guard: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((entry) => guard(entry));
}

/** An object with any names. */
export function recordOf<T>(guard: Guard<T>): Guard<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> =>
    isRecord(value) && Object.values(value).every((entry) => guard(entry));
}

export function shape<Fields extends Record<string, Guard<unknown>>>(
  fields: Fields,
): Guard<{ [Name in keyof Fields]: Guarded<Fields[Name]> }> {
  const guards = Object.entries(fields);
  return (value): value is { [Name in keyof Fields]: Guarded<Fields[Name]> } =>
    isRecord(value) && guards.every(([name, guard]) => guard(value[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
