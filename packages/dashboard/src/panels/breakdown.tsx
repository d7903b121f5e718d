import type { ComponentChildren } from 'preact';
import { breakdown, type VisitDimension } from '../api/reports.ts';
import { Narrowed } from '../url/narrowed.tsx';
import { isOptional, withValue } from './optional.ts';
import { useGoalReport } from './use-panel.ts';
import { type VisitFrame, VisitPanel } from './visit-panel.tsx';

interface Properties extends VisitFrame {
  by: VisitDimension | 'visitor_type';
  below?: () => ComponentChildren;
}

/** How the rows of `/breakdown` are listed. */
export const byValue = {
  textOf: ({ value }: { value: string }) => value,
  numbers: ['visits', 'unique_visitors', 'bounce_rate'],
} as const;

/** A panel of visits by one of their dimensions. */
export function Breakdown(properties: Properties) {
  const list = <Loading {...properties} />;
  return isOptional(properties.by) ? <Narrowed by={withValue(properties.by)}>{list}</Narrowed> : list;
}

function Loading(properties: Properties) {
  const loaded = useGoalReport(breakdown, { dimension: properties.by, limit: '100' });
  return <VisitPanel {...properties} {...byValue} loaded={loaded} />;
}
