import { testRounds } from './test-rounds.ts';

testRounds('oracle-4.long.test.ts', ['planned', 'changed', 'planned', 'mixed', 'planned']);
