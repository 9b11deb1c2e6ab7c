import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Reports',
  group: 'See',
  order: 62,
  path: 'reports',
  scope: 'profile',
  controls: [],
  keywords: 'mail schedule weekly send',
  icon: 'M2.500 4h11v8h-11zM2.500 4.500L8 9l5.500-4.500',
});
