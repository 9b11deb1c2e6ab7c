import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Traffic',
  group: 'See',
  order: 15,
  path: 'traffic',
  scope: 'profile',
  controls: ['period', 'comparison', 'goal', 'model', 'filters', 'as_of'],
  keywords: 'visits pages referrer bounce funnel',
  icon: 'M2 12.500h12M4 12.500v-4M8 12.500v-9M12 12.500v-6',
});
