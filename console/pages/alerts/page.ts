import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Alerts',
  group: 'See',
  order: 60,
  path: 'alerts',
  scope: 'profile',
  controls: [],
  keywords: 'rules notify slack teams snooze budget',
  icon: 'M3.500 11.500h9L11 9V6a3 3 0 0 0-6 0v3zM6.500 13.500h3',
});
