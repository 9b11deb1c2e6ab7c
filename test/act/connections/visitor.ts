// A person with a browser who connects accounts: keeps cookies, follows redirects by hand, fills in forms.
import assert from 'node:assert/strict';

export interface Seen {
  status: number;
  html: string;
  /** Where the answer leads. */
  location: URL | undefined;
}

export class Visitor {
  readonly #cookies = new Map<string, string>();

  async open(url: string | URL, init: { method?: string; body?: URLSearchParams } = {}): Promise<Seen> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      html: await response.text(),
      location: location === null ? undefined : new URL(location, url),
    };
  }

  /** Sends the form of the page, with these fields beside its own. */
  async submit(url: string, fields: Record<string, string> = {}, action = url): Promise<Seen> {
    const { html } = await this.open(url);
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1];
    assert.ok(token, `no form in ${html}`);
    return this.open(action, { method: 'POST', body: new URLSearchParams({ token, ...fields }) });
  }

  /** From the page of a link to the provider's page. */
  async toProvider(url: string): Promise<URL> {
    const { status, location, html } = await this.submit(url);
    assert.equal(status, 303, html);
    assert.ok(location);
    return location;
  }

  /** Grants access at a fake whose page leads straight back; answers what our callback shows. */
  async grant(url: string): Promise<Seen> {
    const back = await this.open(await this.toProvider(url));
    assert.ok(back.location, back.html);
    return this.open(back.location);
  }
}
