import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Quality',
  group: 'Trust',
  order: 10,
  path: 'quality',
  scope: 'profile',
  controls: ['goal'],
  keywords: 'findings money in doubt coverage ad ids utm anomalies safari itp instruments messages',
  icon: 'M8 2l5 2v4c0 3-2.200 5-5 6c-2.800-1-5-3-5-6v-4zM5.800 8l1.600 1.600l3-3.200',
});
