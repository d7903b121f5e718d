import type { Target } from '../target.ts';
import pingsOfBefore from './pings-of-before.sql';
import pingsOfForgotten from './pings-of-forgotten.sql';
import pingsOfIp from './pings-of-ip.sql';
import pingsOfSession from './pings-of-session.sql';
import pingsOfVisitor from './pings-of-visitor.sql';
import sessionsOfBefore from './sessions-of-before.sql';
import sessionsOfForgotten from './sessions-of-forgotten.sql';
import sessionsOfIp from './sessions-of-ip.sql';
import sessionsOfSession from './sessions-of-session.sql';
import sessionsOfVisitor from './sessions-of-visitor.sql';

type Kind = Exclude<Target['kind'], 'site'>;

/** Queries of the ids of the sessions that are to be deleted. */
export const sessionIds: Readonly<Record<Kind, string>> = {
  visitor: sessionsOfVisitor,
  session: sessionsOfSession,
  ip: sessionsOfIp,
  before: sessionsOfBefore,
  forgotten: sessionsOfForgotten,
};

/** Queries of the ids of pings to be deleted besides those of these sessions: of events. */
export const pingIds: Readonly<Record<Kind, string>> = {
  visitor: pingsOfVisitor,
  session: pingsOfSession,
  ip: pingsOfIp,
  before: pingsOfBefore,
  forgotten: pingsOfForgotten,
};
