// What doors may use of recommendations: evaluating a profile now, as the demo does before it is shown.
export { evaluate as evaluateRecommendations } from './evaluate.ts';
