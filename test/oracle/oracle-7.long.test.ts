import { testRounds } from './test-rounds.ts';

testRounds('oracle-7.long.test.ts', ['planned', 'changed', 'mixed', 'planned', 'planned']);
