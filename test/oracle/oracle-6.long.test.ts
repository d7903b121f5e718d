import { testRounds } from './test-rounds.ts';

testRounds('oracle-6.long.test.ts', ['live', 'planned', 'changed', 'planned']);
