import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Destinations',
  group: 'Trust',
  order: 20,
  path: 'deliver',
  scope: 'profile',
  controls: [],
  keywords: 'deliver send conversions capi sync match platform safe privacy audiences hipaa deliveries',
  icon: 'M2.500 8h7.500M7 4.500l3.500 3.500l-3.500 3.500M10.500 3h3v10h-3',
});
