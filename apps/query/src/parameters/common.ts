import { filter } from './filter.ts';
import { limit } from './limit.ts';
import { end, start } from './moment.ts';
import { offset } from './offset.ts';
import type { Values } from './parameter.ts';
import { period } from './period.ts';
import { siteId } from './site-id.ts';
import { timezone } from './timezone.ts';

/** What every endpoint accepts. Where one has no meaning it is checked all the same. */
export const commonParameters = { siteId, period, start, end, timezone, limit, offset, filter };

export type CommonValues = Values<typeof commonParameters>;
