// Exports of recommendations: the evaluation of a profile at once, as the demo does before it is shown, and the figures of its ads with what is
// believed of their rates.
export { refreshWithdrawn } from './apply.ts';
export { evaluate as evaluateRecommendations } from './evaluate.ts';
export { type AdFigures, adKey, type Fatigue } from './evidence/figures.ts';
export { chanceOfMore, costInterval } from './evidence/gamma-poisson.ts';
export { CHEAPER, FLOOR_SALES, overviewOf } from './evidence/judge.ts';
export { type Frame, type Reading, readFigures, readFrame } from './evidence/read-figures.ts';
export { count, money } from './evidence/rounding.ts';
export { betaShare } from './evidence/special-functions.ts';
