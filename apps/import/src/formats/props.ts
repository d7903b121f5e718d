const propKey = /^[A-Za-z0-9_.-]{1,40}$/;
const mostProps = 30;
const longestValue = 500;

/**
 * Valid properties for an event, from those of a source: other characters in names become underscores.
 * @returns also a reason for each text that is cut, and for each property beyond the limit
 */
export function fittingProps(entries: readonly [name: string, value: string][]) {
  const named = entries
    .map(([name, value]): [string, string] => [
      propKey.test(name) ? name : name.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 40),
      value,
    ])
    .filter(([name]) => name !== '');
  const kept = named.slice(0, mostProps);
  const lost = [
    ...named.slice(mostProps).map(() => `a property of an event with more than ${mostProps}`),
    ...kept
      .filter(([, { length }]) => length > longestValue)
      .map(() => `the end of a property longer than ${longestValue} characters`),
  ];
  return { props: Object.fromEntries(kept), lost };
}
