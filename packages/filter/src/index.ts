export {
  type ChannelRule,
  type ChannelRules,
  expressionIn,
  patternsOf,
  type RuleMember,
  ruleMembers,
} from './channel-rule.ts';
export { type Dimension, dimensionPattern, dimensions, type Holder } from './dimensions.ts';
export { type Filter, longestValue, mostValues, parseFilter } from './filter.ts';
export { acceptedGoal, type Goal, parseGoal } from './goal.ts';
