import { testRounds } from './test-rounds.ts';

testRounds('oracle-2.test.ts', ['mixed', 'planned']);
