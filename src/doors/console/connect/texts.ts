// The pages of a link that connects an account. Elements only, no requests.
import type { ConnectState } from '../../../act/connections/index.ts';
import { Checkbox } from '../design/checkbox.ts';
import { Form } from '../design/form.ts';
import { type Html, h } from '../design/html.ts';
import type { TextPage } from '../texts.ts';

export interface ConnectPage extends ConnectState {
  path: string;
  token: Html;
  error?: string | undefined;
}

const ENDED = {
  used: 'The account is connected. Its figures arrive within minutes; you can close this page.',
  expired: 'This link has expired: it worked for 30 minutes. Request another one.',
} as const;

export function connectPage(page: ConnectPage): TextPage {
  const { link, profileName } = page;
  const { name } = link.provider;
  return {
    title: `Connect ${name}`,
    content: [
      h('h1', {}, `Connect ${name}`),
      h('p', {}, [`For the profile `, h('strong', {}, profileName), '.']),
      h(
        'p',
        {},
        'Tributary reads the names, statuses and budgets of campaigns and ads, and their cost on each of the last 400 days. It changes nothing without a further decision.',
      ),
      h('div', { class: 'panel' }, [link.status === 'open' ? stepOf(page) : h('p', { role: 'status' }, ENDED[link.status])]),
    ],
  };
}

function stepOf({ link, choices, path, token, error }: ConnectPage): Html {
  if (choices.length === 0)
    return Form({ action: path, token, button: `Continue to ${link.provider.name}`, error, children: null });
  return Form({
    ...{ action: `${path}/accounts`, token, button: 'Connect these accounts', error },
    children: choices.map(({ id, name, currency, timezone }) =>
      Checkbox({ name: `account:${id}`, label: name, note: `${id} · ${currency} · ${timezone}`, isTicked: false }),
    ),
  });
}
