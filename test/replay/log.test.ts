import { embeddedPlace } from '../log/place.ts';
import { testReplay } from './log-tests.ts';

/** With Kafka: `kafka.long.test.ts`. */
describe('the embedded log', () => testReplay(embeddedPlace));
