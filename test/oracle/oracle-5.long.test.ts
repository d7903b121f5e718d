import { testRounds } from './test-rounds.ts';

testRounds('oracle-5.long.test.ts', ['planned', 'settled', 'planned', 'planned']);
