import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Sales seen twice',
  group: 'People',
  order: 40,
  path: 'sales-seen-twice',
  scope: 'profile',
  controls: [],
  keywords: 'duplicate double payment order capture pair same sale system of record reconcile',
  icon: 'M2 3.500h8v6h-8zM6 6.500h8v6h-8z',
});
