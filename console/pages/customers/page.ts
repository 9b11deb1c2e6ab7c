import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Customers',
  group: 'People',
  order: 10,
  path: 'customers',
  scope: 'profile',
  controls: ['period', 'goal', 'model', 'filters'],
  keywords: 'people person journey lead conversion search',
  icon: 'M8 7.500a2.500 2.500 0 1 0 0-5a2.500 2.500 0 0 0 0 5zM3 13.500c0-2.500 2.200-4 5-4s5 1.500 5 4',
});
