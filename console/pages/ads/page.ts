import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Ads',
  group: 'Decide',
  order: 20,
  path: 'ads',
  scope: 'profile',
  controls: ['period', 'goal', 'model', 'as_of'],
  keywords: 'creatives thumbnails spend cost sales median compare pause budget',
  icon: 'M2.500 3.500h11v6.500h-11zM5 13h6M5 7.500l2-2l1.500 1.500l1-1l1.500 1.500',
});
