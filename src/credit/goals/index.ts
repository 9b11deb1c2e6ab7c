// Exports for other slices: goals and attribution settings: their operations, and the settings in force.
export { type AttributionSettings, MODELS, type Model } from './attribution-settings.ts';
