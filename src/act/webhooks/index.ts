// Exports of webhooks for doors: tails of events and checks of receivers, for developers of receivers.
export { checkReceiver, SecretMissing } from './check/check.ts';
export { ALL_TYPES, isEventType } from './event-types.ts';
export { closeTail, openTail, readTail, type TailedEvent } from './tail.ts';
