// The code of a custom pixel for a Shopify store. It runs in the store's sandbox, where no script of ours loads: the store's events
// become ours, under the id that the tracker keeps on the store's pages.

interface Pixel {
  key: string;
  collect: string;
  days: number;
  waitsForConsent: boolean;
  /** Global Privacy Control is a refusal. */
  obeysGpc: boolean;
}

/** The store's events by its names, and ours. */
const EVENTS = {
  page_viewed: 'page_view',
  product_viewed: 'product_viewed',
  product_added_to_cart: 'product_added_to_cart',
  checkout_started: 'checkout_started',
  checkout_completed: 'order_placed',
  form_submitted: 'form_submitted',
};

/** The customer and the order of an event. */
const READERS = `const whose = (checkout) =>
  checkout && (checkout.email || checkout.phone)
    ? { user_traits: { email: checkout.email || undefined, phone: checkout.phone || undefined } }
    : {};

// The number at the end of gid://shopify/Order/1001, as the store's other programs know the order.
const orderOf = ({ checkout }) =>
  checkout && checkout.order && checkout.order.id ? String(checkout.order.id).replace(/^gid:.*\\/(\\d+).*$/, '$1') : undefined;

// An order reported twice counts once; a payment that a server reports with deal_id is of the same order.
const order = (checkout, orderId) =>
  orderId === undefined
    ? {}
    : {
        event_id: 'order-' + orderId,
        idempotency_key: orderId,
        deal_id: orderId,
        ...(checkout.totalPrice
          ? { value: { amount: String(checkout.totalPrice.amount), currency: checkout.totalPrice.currencyCode } }
          : {}),
      };

const about = ({ checkout, productVariant, cartLine }) => {
  const product = productVariant || (cartLine && cartLine.merchandise);
  return {
    order_id: orderOf({ checkout }),
    product_id: (product && product.product && product.product.id) || undefined,
  };
};
`;

const SENDER = `const tell = async (event) => {
  if (!isAllowed || (await isRefused())) return;
  const page = event.context.document;
  const data = event.data || {};
  const told = {
    event_id: event.id,
    event_type: NAMES[event.name],
    client_time: Date.parse(event.timestamp),
    url: page.location.href,
    referrer: page.referrer,
    page_title: page.title,
    properties: about(data),
    ...whose(data.checkout),
    ...(event.name === 'checkout_completed' ? order(data.checkout, orderOf(data)) : {}),
  };
  const body = { tracking_key: KEY, anonymous_id: await browserId(event), sent_at: Date.now(), events: [told] };
  await fetch(COLLECT, { method: 'POST', keepalive: true, body: JSON.stringify(body) });
};

for (const name of Object.keys(NAMES)) analytics.subscribe(name, (event) => tell(event).catch(() => undefined));
`;

export const shopifyPixel = ({
  key,
  collect,
  days,
  waitsForConsent,
  obeysGpc,
}: Pixel): string => `// Tributary: what the store's customers do.
const KEY = ${JSON.stringify(key)};
const COLLECT = ${JSON.stringify(collect)};
const NAMES = ${JSON.stringify(EVENTS, null, 2)};
let isAllowed = ${waitsForConsent ? 'init.customerPrivacy.analyticsProcessingAllowed' : 'true'};
${
  waitsForConsent
    ? `customerPrivacy.subscribe('visitorConsentCollected', ({ customerPrivacy: word }) => {
  isAllowed = word.analyticsProcessingAllowed;
});
`
    : ''
}
// Of who opted out on the store's pages (tributary.optOut)${obeysGpc ? ', or whose browser asks not to be tracked' : ''}.
const isRefused = async () =>
  ${obeysGpc ? 'navigator.globalPrivacyControl || ' : ''}(await browser.cookie.get('_trb_out')) || (await browser.localStorage.getItem('_trb_out'));

const browserId = async (event) => {
  const known = (await browser.cookie.get('_trb')) || event.clientId;
  await browser.cookie.set(\`_trb=\${known}; path=/; max-age=${days * 86_400}; samesite=lax\`);
  return known;
};

${READERS}
${SENDER}`;
