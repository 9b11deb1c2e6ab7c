// Exports of goals and attribution settings for other slices: their operations, and the settings in force.
export { type AttributionSettings, changedSettings, MODELS, type Model, settingsInForce } from './attribution-settings.ts';
export { checkedCosts, writtenCosts } from './costs.ts';
