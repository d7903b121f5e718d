import { testRounds } from './test-rounds.ts';

testRounds('oracle.test.ts', ['planned', 'changed']);
