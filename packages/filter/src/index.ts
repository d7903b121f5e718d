export { type Dimension, dimensionOf, dimensionPattern, dimensions, type Holder } from './dimensions.ts';
export { type Filter, longestValue, mostValues, parseFilter } from './filter.ts';
export { acceptedGoal, type Goal, parseGoal } from './goal.ts';
