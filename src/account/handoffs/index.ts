// Exports of hand-offs for other slices: raising one, looking at it, and the page's decision. What a kind shows and does is a hook of
// the slice whose matter it is (`handoffs` in SliceHooks): a further kind is a further entry there, and nothing here.
export {
  decideHandoff,
  endHandoff,
  findHandoff,
  type HandoffAddress,
  type HandoffStatus,
  handoffAddress,
  handoffPath,
  isHandoffId,
  kindOf,
  lookAgain,
  openHandoffs,
  type Raiser,
  raiseHandoff,
  raiserOf,
  statusOf as handoffStatus,
  whyNot,
  withdrawHandoff,
} from './handoffs.ts';
