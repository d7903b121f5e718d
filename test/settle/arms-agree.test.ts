import { testArms } from './arms.ts';

testArms({ ranges: 1, questions: 2 }, 1);
