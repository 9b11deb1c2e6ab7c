// What doors may use of webhooks: tails of events for local development.
export { ALL_TYPES, isEventType } from './event-types.ts';
export { closeTail, openTail, readTail, type TailedEvent } from './tail.ts';
