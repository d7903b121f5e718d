export * from './channel-rule.ts';
export {
  crawlDimensionPattern,
  crawlDimensions,
  type Dimension,
  dimensionOf,
  dimensionPattern,
  dimensions,
  type Holder,
  visitorTypes,
} from './dimensions.ts';
export { type Filter, longestValue, mostValues, parseCrawlFilter, parseFilter } from './filter.ts';
export { acceptedGoal, type Goal, parseGoal } from './goal.ts';
