// The words of the demo's conversations.

export interface DemoLine {
  /** `received` from the other side; all else is the state of what the shop sent. */
  is: 'received' | 'sent' | 'delivered' | 'read' | 'unknown';
  hoursAgo: number;
  text: string;
  html?: string;
}

export const SHOP_ADDRESS = 'hello@juniperandoak.example';
/** A number of nobody. */
export const NUMBER = '100000000000001';

export const MAILS: readonly { subject: string; lines: readonly DemoLine[] }[] = [
  {
    subject: 'The shelf arrived with a scratch',
    lines: [
      {
        is: 'received',
        hoursAgo: 2,
        text: 'Hello,\n\nthe shelf came today, and one board has a scratch about 10 cm long. Can you send another board?\n\nThank you!',
      },
    ],
  },
  {
    subject: 'Is the oak table in stock again?',
    lines: [
      {
        is: 'received',
        hoursAgo: 30,
        text: 'I saw your advertisement for the oak table. The page says sold out. When is it back?',
      },
      { is: 'sent', hoursAgo: 27, text: 'It is back in about two weeks. Shall we reserve one for you?' },
      { is: 'received', hoursAgo: 5, text: 'Yes please, the one of 180 cm.' },
    ],
  },
  {
    subject: 'Your order is on its way',
    lines: [
      {
        is: 'sent',
        hoursAgo: 52,
        text: 'Your order was handed over to the carrier today and arrives within three days.',
        html: '<h2>Your order is on its way</h2><p>It was handed over to the carrier <b>today</b> and arrives within three days.</p><table border="1" cellpadding="6"><tr><td>Shelf Juniper</td><td>1</td></tr></table><p><a href="https://juniperandoak.example/orders">See the order</a></p>',
      },
      { is: 'received', hoursAgo: 50, text: 'Great, thanks.' },
      { is: 'sent', hoursAgo: 49, text: 'You are welcome.' },
    ],
  },
  {
    subject: 'Invoice with the company name',
    lines: [
      { is: 'received', hoursAgo: 74, text: 'Could the invoice be in the name of our company?' },
      { is: 'unknown', hoursAgo: 73, text: 'Of course. Which name and tax number should it have?' },
    ],
  },
  {
    subject: 'How do I oil the table?',
    lines: [
      { is: 'received', hoursAgo: 120, text: 'Which oil do you recommend, and how often?' },
      { is: 'sent', hoursAgo: 118, text: 'Hard wax oil, once a year. A thin layer with a cloth, and ten hours to dry.' },
    ],
  },
];

export const CHATS: readonly { phone: string; lines: readonly DemoLine[] }[] = [
  {
    phone: '+14155550132',
    lines: [
      { is: 'received', hoursAgo: 3, text: 'Hi! Do you deliver to the third floor?' },
      { is: 'read', hoursAgo: 2.5, text: 'Yes, two people carry it up. It is free above 300.' },
      { is: 'received', hoursAgo: 1, text: 'Perfect, and could they take the old shelf along?' },
    ],
  },
  {
    phone: '+14155550187',
    lines: [
      { is: 'received', hoursAgo: 55, text: 'Is the bench made of solid oak?' },
      { is: 'delivered', hoursAgo: 54, text: 'It is, from forests within 200 km.' },
      { is: 'received', hoursAgo: 40, text: 'And the back?' },
    ],
  },
];
