import { embeddedPlace } from '../log/place.ts';
import { testDeadLetters } from './dead-letter-tests.ts';

/** With Kafka: `kafka.long.test.ts`. */
describe('dead letters of the embedded log', () => testDeadLetters(embeddedPlace));
