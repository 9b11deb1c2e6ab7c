// Exports of channels for other slices: a rule set as it is checked, and what the decision on it says.
export { checkedRuleSet, ruleSetPayload } from './channel-rules.ts';
