import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Creatives',
  group: 'Decide',
  order: 25,
  path: 'creatives',
  scope: 'profile',
  controls: [],
  keywords: 'patterns tests',
  icon: 'M2.500 3.500h11v9h-11z',
});
