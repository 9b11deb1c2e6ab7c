// Exports of creatives for other slices and doors: the analysis of a demo.
export { analyseDemo } from './analysis/demo.ts';
