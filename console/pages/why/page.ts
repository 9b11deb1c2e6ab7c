import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Why',
  group: 'See',
  order: 50,
  path: 'why',
  scope: 'profile',
  controls: ['period', 'comparison', 'goal', 'model', 'filters', 'as_of'],
  keywords: 'difference moved factors mix conversion rate',
  icon: 'M2 13h3V6h3v4h3V3h3',
});
