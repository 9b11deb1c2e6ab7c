// A link's token says whose link it is. It leaves the address bar before anything else runs, the page included, so that nothing
// can pass it on, and is sent with the first event alone.

let token: string | undefined;

/** TRICKY: by hand, as `URL` would write the rest of the address again, and click ids count to the letter. */
const clean = location.href.replace(/([?&])(?:svc_t=([^&#]*)(&?))+/g, (_, before: string, found: string, after: string) => {
  token = found;
  return after && before;
});
try {
  if (token) history.replaceState(history.state, '', clean);
} catch {}

export function takeLinkToken(): string | undefined {
  const taken = token;
  token = undefined;
  return taken;
}
