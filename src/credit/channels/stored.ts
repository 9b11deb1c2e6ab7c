// The JSON that this slice stores, by its columns.
import { contractShape } from '../../base/contract/contract-shape.ts';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedRuleSet = storedJson('channel_rule_sets.rule_set', contractShape('ChannelRuleSet'));
