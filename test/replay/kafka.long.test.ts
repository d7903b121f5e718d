import { kafkaPlace } from '../log/place.ts';
import { testDeadLetters } from './dead-letter-tests.ts';
import { testReplay } from './log-tests.ts';

describe('the Kafka log', () => testReplay(kafkaPlace));

describe('dead letters of the Kafka log', () => testDeadLetters(kafkaPlace));
