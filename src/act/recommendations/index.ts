// Exports of recommendations for doors: the evaluation of a profile at once, as the demo does before it is shown.
export { evaluate as evaluateRecommendations } from './evaluate.ts';
