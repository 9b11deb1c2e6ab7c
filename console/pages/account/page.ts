import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'My account',
  group: 'Set up',
  order: 99,
  path: 'account',
  scope: 'person',
  controls: [],
  keywords: 'me name password sessions sign out agents',
  icon: 'M8 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM3 13.500c.5-2.500 2.500-4 5-4s4.500 1.500 5 4',
});
