import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Import',
  group: 'Set up',
  order: 15,
  path: 'import',
  scope: 'profile',
  controls: [],
  keywords: 'file upload csv xlsx statement orders payments spend events deals customers mapping undo',
  icon: 'M8 2.500v7M5.200 6.800l2.800 2.800 2.800-2.800M3 11v2.500h10v-2.500',
});
