import { alertResource, alertsResource, alertTestResource, firedResource } from './alerts.ts';
import { annotationResource, annotationsResource } from './annotations.ts';
import { keyResource, keysResource } from './keys.ts';
import type { Resource } from './operation.ts';
import { siteResource } from './sites.ts';

/** Everything under /api/manage/v1. */
export const resources: readonly Resource[] = [
  siteResource,
  keysResource,
  keyResource,
  annotationsResource,
  annotationResource,
  alertsResource,
  firedResource,
  alertResource,
  alertTestResource,
];
