import { testRounds } from './test-rounds.ts';

testRounds('oracle-3.test.ts', ['live', 'settled']);
