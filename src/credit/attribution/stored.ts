// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { contractShape } from '../../base/contract/contract-shape.ts';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedRuleSet = storedJson('channel_rule_sets.rule_set', contractShape('ChannelRuleSet'));
export const storedTypes = storedJson('definitions.event_types', z.array(z.string()));
