import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Setup steps',
  group: 'Set up',
  order: 5,
  path: 'setup',
  scope: 'profile',
  controls: [],
  keywords: 'first run checklist readiness start profile currency timezone',
  icon: 'M3 4l1 1 2-2M3 8.500l1 1 2-2M3 13l1 1 2-2M8.500 4h5M8.500 8.500h5M8.500 13h5',
});
