// Exports of webhooks for doors: tails of events for local development.
export { ALL_TYPES, isEventType } from './event-types.ts';
export { closeTail, openTail, readTail, type TailedEvent } from './tail.ts';
