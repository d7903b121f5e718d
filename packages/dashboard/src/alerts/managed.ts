import type { paths } from '@tallyhouse/client';

type Answer<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path] extends {
  [M in Method]: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** A rule of the alerts file, and its name. */
export type Rule = Answer<'/api/manage/v1/alerts', 'get'>['data'][number];
/** An alert that fired. */
export type Fired = Answer<'/api/manage/v1/alerts/fired', 'get'>['data'][number];
/** What became of a test at an address. */
export type Tested = Answer<'/api/manage/v1/alerts/{name}/test', 'post'>['data'][number];
