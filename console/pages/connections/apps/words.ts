// What a provider said of an app, in words.
import type { App, Check } from './calls.ts';

interface Said {
  text: string;
  isGood: boolean;
}

export function said({ name }: Pick<App, 'name'>, status: Check['status']): Said {
  const words: Record<Check['status'], string> = {
    accepted: `${name} knows this app and its secret.`,
    wrong_id: `${name} has no app with this id.`,
    wrong_secret: `${name} does not accept the secret. It may be the secret of another app, or have ended.`,
    wrong_credentials: `${name} does not know an app with this id and this secret.`,
    wrong_redirect: `${name} does not have the redirect address of this page for the app. Enter it there, exactly as it is above.`,
    in_review: `${name} has not approved the app yet. Until then it may connect accounts of its own developers alone.`,
    unclear: `${name} gave no clear response. Connect an account to see whether the app works.`,
    unreachable: `${name} did not respond. Check again later.`,
    not_checkable: `${name} checks the app when an account is connected.`,
  };
  return { text: words[status], isGood: status === 'accepted' };
}

export const SOURCES: Record<App['source'], string> = {
  environment: 'Set by the environment',
  console: 'Entered here',
  none: 'Not set up',
};
