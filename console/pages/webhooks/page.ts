import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Webhooks',
  group: 'Set up',
  order: 40,
  path: 'webhooks',
  scope: 'profile',
  controls: [],
  keywords: 'events subscriptions deliveries secret endpoint redeliver',
  icon: 'M8 6.500a2.500 2.500 0 1 0-2.300-1.500L4 9.500M6 11.500h5.500M12.500 9A2.500 2.500 0 1 1 10.500 13M9.500 6l2 3.500M4.500 13.500a2.500 2.500 0 1 1 1.500-2',
});
