import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Tracker',
  group: 'Set up',
  order: 20,
  path: 'tracker',
  scope: 'profile',
  controls: [],
  keywords: 'snippet tag script install verify key domain cookie gtm shopify pixel senders who sends refused flagged',
  icon: 'M5.500 5 2.500 8l3 3M10.500 5l3 3-3 3M9 3.500l-2 9',
});
