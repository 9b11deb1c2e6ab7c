import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Payments',
  group: 'People',
  order: 30,
  path: 'payments',
  scope: 'profile',
  controls: [],
  keywords: 'refund reversal payer instalment unidentified import undo',
  icon: 'M2 4.500h12v7.500h-12zM2 7h12M4.500 10h3',
});
