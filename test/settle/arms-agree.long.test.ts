import { testArms } from './arms.ts';

testArms({ ranges: 6, questions: 4 }, 5);
