import { testArms } from './arms.ts';

testArms({ ranges: 4, questions: 4 }, 5);
