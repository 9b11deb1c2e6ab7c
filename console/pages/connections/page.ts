import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Connections',
  group: 'Set up',
  order: 10,
  path: 'connections',
  scope: 'profile',
  controls: [],
  keywords:
    'connect ad account meta google tiktok linkedin microsoft reddit pinterest snap amazon openai chatgpt stripe shopify shop catalogue products orders stock crm calendar appointments mail whatsapp sync',
  icon: 'M6.500 9.500l3-3M7.500 4.500l1.300-1.300a2.700 2.700 0 0 1 3.900 3.900l-1.300 1.300M8.500 11.500l-1.300 1.300a2.700 2.700 0 0 1-3.900-3.900l1.300-1.300',
});
