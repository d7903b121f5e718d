import type { paths } from '@tallyhouse/client';

type Answer<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path] extends {
  [M in Method]: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type Rule = Answer<'/api/manage/v1/alerts', 'get'>['data'][number];
export type Fired = Answer<'/api/manage/v1/alerts/fired', 'get'>['data'][number];
/** The result of a test at an address. */
export type Tested = Answer<'/api/manage/v1/alerts/{name}/test', 'post'>['data'][number];
