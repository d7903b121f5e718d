import { filter } from './filter.ts';
import { goal } from './goal.ts';
import { limit } from './limit.ts';
import { end, start } from './moment.ts';
import { offset } from './offset.ts';
import type { Values } from './parameter.ts';
import { period } from './period.ts';
import { siteId } from './site-id.ts';
import { timezone } from './timezone.ts';

/** The parameters of every endpoint. They are checked even where they have no effect. */
export const commonParameters = { siteId, period, start, end, timezone, limit, offset, filter, goal };

export type CommonValues = Values<typeof commonParameters>;
