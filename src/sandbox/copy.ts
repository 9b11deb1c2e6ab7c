// What the sandbox's ads say, show and how long their videos are, by the ad's name. Where an ad set has two ads, the one that asks a question sells
// better (`MERITS` of seeds/demo/ads.ts), in five ad sets: what there is to find on the page Creatives.
import type { SandboxCreative } from './state.ts';

type Content = Pick<SandboxCreative, 'texts' | 'button' | 'video'>;

const CONTENTS: Readonly<Record<string, Content>> = {
  'Official shop': { texts: ['Juniper & Oak', 'The best desk is handmade near you.'], button: 'SHOP_NOW' },
  'Solid wood desks': { texts: ['Is your desk older than you?', 'Solid oak, oiled by hand.'], button: 'SHOP_NOW' },
  'Made to last': { texts: ['Built for thirty years', 'The best desk is the last you buy.'], button: 'SHOP_NOW' },
  'Work well at home': {
    texts: ['Nr. 1 for rooms under ten square metres', 'Solid, and as high as you need.'],
    button: 'SHOP_NOW',
  },
  'Brass desk lamps': { texts: ['Why work in bad light?', 'Simple to dim, and warm.'], button: 'SHOP_NOW' },
  'Light for late hours': { texts: ['Tired of glare at night', 'A lamp that dims with the evening.'], button: 'SHOP_NOW' },
  'Wool, not plastic': { texts: ['The best seat is one that breathes', 'Seat and back of German wool.'], button: 'SHOP_NOW' },
  'Oak standing desks': { texts: ['Sitting all day?', 'Your posture will thank you.'], button: 'SHOP_NOW' },
  'Desks that rise': { texts: ['How it works', 'One lever, no motor.'], button: 'SHOP_NOW' },
  'Reel: the workshop': {
    texts: ['Behind the scenes in our workshop', 'From plank to desk in nine days.'],
    button: 'SHOP_NOW',
    video: { seconds: 14.2, width: 1080, height: 1920 },
  },
  'Carousel: desks': { texts: ['Nr. 1 of five desks', 'Swipe to see all of them.'], button: 'SHOP_NOW' },
  'Still: morning light': { texts: ['The problem with most home offices', 'They are dark by four.'], button: 'SHOP_NOW' },
  'Still: before and after': { texts: ['One room, one desk later'], button: 'SHOP_NOW' },
  'Carousel: seen last': { texts: ['Still thinking about it?', 'Your desk is in stock.'], button: 'SHOP_NOW' },
  'Still: free samples': { texts: ['The deal of the week', 'Samples of five woods, sent for nothing.'], button: 'SHOP_NOW' },
  'Film: one plank': {
    texts: ['What becomes of one plank?', 'Nine metres of oak, one desk.'],
    button: 'SHOP_NOW',
    video: { seconds: 21.5, width: 1080, height: 1920 },
  },
  'Film: the joint': {
    texts: ['The story of a joint', 'No screw in this desk.'],
    button: 'SHOP_NOW',
    video: { seconds: 33, width: 1080, height: 1920 },
  },
  'Film: small rooms': {
    texts: ['Four square metres are enough'],
    button: 'SHOP_NOW',
    video: { seconds: 6, width: 1080, height: 1350 },
  },
  'Oak from Brandenburg': { texts: ['Oak from Brandenburg, desks for Tokyo'], button: 'SHOP_NOW' },
  'A desk for small rooms': { texts: ['A desk of eighty centimetres'], button: 'LEARN_MORE' },
};

export const contentOf = (name: string): Content => CONTENTS[name] ?? { texts: [] };
