import { testRounds } from './test-rounds.ts';

testRounds('oracle-4.long.test.ts', ['live', 'planned', 'changed', 'mixed', 'planned']);
