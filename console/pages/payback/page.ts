import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Payback',
  group: 'See',
  order: 40,
  path: 'payback',
  scope: 'profile',
  controls: ['model', 'filters', 'as_of'],
  keywords: 'cohort ltv lifetime retention month acquired',
  icon: 'M2.500 13.500v-11M2.500 13.500h11M5 11c3 0 3-6 8-6.500',
});
