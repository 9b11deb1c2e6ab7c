import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Live',
  group: 'See',
  order: 60,
  path: 'live',
  scope: 'profile',
  controls: [],
  keywords: 'now last 30 minutes events real time tracker',
  icon: 'M2 8h3l2-5l3 10l2-5h2',
});
