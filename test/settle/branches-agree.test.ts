import { testBranches } from './branches.ts';

testBranches({ ranges: 1, questions: 2 }, 1);
