// What others may use of hand-offs: raising one, looking at it, and the page's decision. What a kind shows and does is a hook of
// the slice whose matter it is (`handoffs` in SliceHooks): a further kind is a further entry there, and nothing here.
import type { Slice } from '../../base/contract/operation.ts';
import { getHandoff } from './state.ts';

export {
  decideHandoff,
  findHandoff,
  type HandoffStatus,
  handoffAddress,
  handoffPath,
  kindOf,
  lookAgain,
  openHandoffs,
  raiseHandoff,
  statusOf as handoffStatus,
  whyNot,
  withdrawHandoff,
} from './handoffs.ts';

export const slice: Slice = {
  name: 'account/handoffs',
  handlers: { getHandoff },
  hooks: {},
};
