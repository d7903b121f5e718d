import { z } from 'zod';
import { shared } from './ask.ts';

const addresses = z.array(z.string()).min(1);

/** `host:port` of each broker of the Kafka that all test files share; the first call of a run starts it. */
export const sharedBrokers = async (): Promise<string[]> => addresses.parse(await shared('kafka'));
