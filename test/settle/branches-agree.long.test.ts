import { testBranches } from './branches.ts';

testBranches({ ranges: 4, questions: 4 }, 5);
