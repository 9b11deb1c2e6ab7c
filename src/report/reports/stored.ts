// The JSON that this slice stores, by its columns. Questions, headlines and contents have the form of snapshots.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';
import { contentsShape, headlineShape, questionShape, versionShape } from '../analytics/index.ts';
import { rhythmShape } from './rhythm.ts';

export const storedRhythm = storedJson('report_schedules.rhythm', rhythmShape);
export const storedRecipients = storedJson('report_schedules.recipients', z.array(z.string()));
export const storedChats = storedJson('report_schedules.chats', z.array(z.string()));
export const storedReaders = storedJson('report_schedules.readers', z.array(z.string()));
/** By the user who saved it, as names are unique for each. */
const view = z.object({ person_id: z.string(), name: z.string() });
export type ViewOfSchedule = z.infer<typeof view>;
export const storedView = storedJson('report_schedules.view', view);
export const storedQuestion = storedJson(['report_schedules.question', 'sent_reports.question'], questionShape);
export const storedVersion = storedJson('sent_reports.version', versionShape);
export const storedHeadline = storedJson('sent_reports.headline', headlineShape);
export const storedContents = storedJson('sent_reports.contents', contentsShape);

/** Without a mail: the person may not open the profile any more. */
const delivery = z.object({ user_id: z.string(), mail_id: z.string().nullable() });
export type Delivery = z.infer<typeof delivery>;
export const storedDeliveries = storedJson('sent_reports.deliveries', z.array(delivery));

/** The report as readers outside of sign-in get it. */
const outside = z.object({ headline: headlineShape, contents: contentsShape });
export type Outside = z.infer<typeof outside>;
export const storedOutside = storedJson('sent_reports.outside', outside);
