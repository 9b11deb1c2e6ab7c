import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Goals and channels',
  group: 'Set up',
  order: 30,
  path: 'meaning',
  scope: 'profile',
  controls: [],
  keywords:
    'meaning goals conversions definitions channels rules windows model exchange rates currency cost of goods fees margin recompute replay',
  icon: 'M8 2.500v11M3 5.500h10M3 5.500l-1.500 4h3zM13 5.500l-1.500 4h3zM5 13.500h6',
});
