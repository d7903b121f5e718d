import { testRounds } from './test-rounds.ts';

testRounds('oracle-6.long.test.ts', ['planned', 'changed', 'planned', 'live', 'planned']);
