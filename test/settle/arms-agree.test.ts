import { testArms } from './arms.ts';

testArms({ ranges: 2, questions: 2 }, 1);
