// Templates of reports: what is sent, of which days and how often, for a schedule to begin with. They have no state: a schedule that began with one is its own.
import { reading } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';

type Template = components['schemas']['ReportTemplate'];

const weekly = { every: 'week', weekday: 1, at: '08:00' } as const;
const monthly = { every: 'month', month_day: 2, at: '08:00' } as const;

const TEMPLATES: readonly Template[] = [
  {
    id: 'weekly_review',
    title: 'Weekly business review',
    page: 'overview',
    question: {},
    rhythm: weekly,
    description:
      'Revenue, spend, ROAS and conversions of the week before, beside the week before it, with what happened and why.',
  },
  {
    id: 'paid_media',
    title: 'Paid media',
    page: 'attribution',
    rhythm: weekly,
    question: { dimension: 'campaign', channel: 'Paid', filter_modes: ['channel:contains'] },
    description: 'Credit, spend and ROAS of each campaign of paid channels, of the week before.',
  },
  {
    id: 'channel_review',
    title: 'Channel review',
    page: 'attribution',
    rhythm: monthly,
    question: { dimension: 'channel', beside: ['first_touch', 'last_touch'] },
    description: 'What each channel earned in the month before, beside what the first and the last touch would say.',
  },
  {
    id: 'ads_to_decide',
    title: 'Ads to decide',
    page: 'attribution',
    question: { dimension: 'ad' },
    rhythm: weekly,
    description: 'Credit, spend and ROAS of each ad of the week before.',
  },
  {
    id: 'daily_pulse',
    title: 'Daily pulse',
    page: 'overview',
    question: {},
    rhythm: { every: 'day', at: '07:30' },
    description: 'The figures of the day before, beside the day before it.',
  },
  {
    id: 'journeys',
    title: 'Ways to a conversion',
    page: 'paths',
    question: { transform: 'exposure' },
    rhythm: monthly,
    description: 'The most frequent ways to a conversion in the month before; for members alone.',
  },
  {
    id: 'payback',
    title: 'Payback',
    page: 'payback',
    question: {},
    rhythm: monthly,
    description: 'When the spend of each of the last twelve months came back, and what its people have paid; for members alone.',
  },
  {
    id: 'data_quality',
    title: 'Data quality',
    page: 'quality',
    question: {},
    rhythm: weekly,
    description:
      'How much of the known money of the week before is counted, what is in doubt, and what to do; for members alone.',
  },
];

export const listReportTemplates = reading('listReportTemplates', async ({ workspaceId }) => ({
  data: [...TEMPLATES],
  meta: { workspace_id: workspaceId },
}));
