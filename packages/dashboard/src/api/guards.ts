export type Guard<T> = (value: unknown) => value is T;
type Guarded<G> = G extends Guard<infer T> ? T : never;

export const isText: Guard<string> = (value): value is string => typeof value === 'string';
/** An object with any fields, or a list. */
export const isObject: Guard<object> = (value): value is object =>
  typeof value === 'object' && value !== null;

export function listOf<T>(guard: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((entry) => guard(entry));
}

export function shape<Fields extends Record<string, Guard<unknown>>>(
  fields: Fields,
): Guard<{ [Name in keyof Fields]: Guarded<Fields[Name]> }> {
  const guards = Object.entries(fields);
  return (value): value is { [Name in keyof Fields]: Guarded<Fields[Name]> } =>
    isObject(value) && guards.every(([name, guard]) => guard(Reflect.get(value, name)));
}
