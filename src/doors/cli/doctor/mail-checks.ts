// Whether mails leave: the server takes a connection and the login, and the sender is an address.
import type { Check } from './finding.ts';

const PATIENCE_MS = 15_000;

export const checkMail: Check = async ({ config: { smtpUrl, mailFrom, baseUrl } }) => {
  if (smtpUrl === undefined)
    return baseUrl === undefined
      ? []
      : [
          {
            check: 'no_mail',
            what: 'No mail server is set: invitations and links for a new password are only files in the folder outbox.',
            next: 'Set TRIBUTARY_SMTP_URL and TRIBUTARY_MAIL_FROM.',
          },
        ];
  const { createTransport } = await import('nodemailer');
  const { hostname } = new URL(smtpUrl);
  const options = { url: smtpUrl, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
  const fault = await createTransport(options)
    .verify()
    .then(() => undefined)
    .catch((error: Error) => error.message.replace(/[^\x20-\x7e]/g, ' ').slice(0, 200));
  if (fault !== undefined)
    return [
      {
        check: 'mail_server',
        what: `The mail server ${hostname} does not let this service in: ${fault}.`,
        next: 'Compare host, port, user and password in TRIBUTARY_SMTP_URL with what its operator gave you: smtps:// is for port 465, smtp:// for 587.',
      },
    ];
  if (!/@localhost>?\s*$/.test(mailFrom)) return [];
  return [
    {
      check: 'mail_sender',
      what: `The sender of mails is ${mailFrom}: other mail servers refuse it.`,
      next: 'Set TRIBUTARY_MAIL_FROM to an address of a domain that the mail server may send for.',
    },
  ];
};
