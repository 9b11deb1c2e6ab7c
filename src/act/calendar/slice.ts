// The parts of act/calendar for slices.ts: its operations. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listCalendars } from './calendars.ts';
import { listCalendarEvents } from './events.ts';
import { createCalendar } from './make.ts';
import { deleteCalendar } from './remove.ts';
import { putCalendarSharing } from './sharing.ts';

export const slice: Slice = {
  name: 'act/calendar',
  handlers: { createCalendar, deleteCalendar, listCalendarEvents, listCalendars, putCalendarSharing },
};
