import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Decide',
  group: 'Decide',
  order: 10,
  path: 'decide',
  scope: 'profile',
  controls: [],
  keywords: 'recommendations inbox scale pause reallocate budget withheld applied scoreboard agents',
  icon: 'M3 3.500h10v6h-2.500l-1 2h-3l-1-2H3zM5.500 6.500h5M3 9.500v3.500h10v-3.500',
});
