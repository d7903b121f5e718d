import type { Installation, Logs } from '../installation.ts';
import type { Task } from './arguments.ts';
import type { Chosen } from './choose.ts';

/** What is restored, and where. */
export interface About {
  task: Extract<Task, { kind: 'restore' }>;
  chosen: Chosen;
  database: string;
  /** Into a database beside that of the service. */
  beside: boolean;
  logs: Logs;
  installation: Installation;
}
