// Debian's Postfix and Dovecot on free ports of this machine, with folders of their own: two mailboxes, a sign-in, STARTTLS with a certificate of their own, and an
// address that is refused; mails to addresses without a mailbox come back. Both need root and the packages postfix and dovecot-imapd.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { until } from '../../../until.ts';

export const PASSWORD = 'correct-horse';

export interface MailServers {
  smtp: string;
  imap: string;
  ports: { smtp: number; imap: number };
  /** Of a mailbox. */
  folderOf(address: string): string;
  log(): string;
}

const idOf = (user: string, kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, user], { encoding: 'utf8' }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => done(true)).on('error', () => done(false));
    socket.on('connect', () => socket.destroy());
  });

export async function startMailServers(t: TestContext): Promise<MailServers> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-mail-'));
  chmodSync(folder, 0o755);
  const [smtpPort, imapPort] = [await freePort(), await freePort()];
  const at = (...parts: string[]): string => join(folder, ...parts);
  const [uid, gid] = [idOf('mail', '-u'), idOf('mail', '-g')];
  for (const name of ['boxes', 'spool', 'data', 'etc', 'run']) mkdirSync(at(name));
  chownSync(at('boxes'), uid, gid);
  chownSync(at('data'), idOf('postfix', '-u'), idOf('postfix', '-g'));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=mail.shop.example',
      '-keyout',
      at('key.pem'),
      '-out',
      at('cert.pem'),
    ],
    { stdio: 'ignore' },
  );
  writeFileSync(
    at('dovecot.conf'),
    `base_dir = ${at('run')}
protocols = imap
listen = 127.0.0.1
log_path = ${at('dovecot.log')}
ssl = required
ssl_cert = <${at('cert.pem')}
ssl_key = <${at('key.pem')}
mail_location = maildir:${at('boxes')}/%u
first_valid_uid = 1
first_valid_gid = 1
mail_privileged_group = mail
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${at('boxes')}/%u
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
service imap-login {
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  unix_listener ${at('auth')} {
    mode = 0666
  }
}
`,
  );
  writeFileSync(
    at('etc', 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${at('spool')}
data_directory = ${at('data')}
maillog_file = ${at('postfix.log')}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.shop.example
mydestination =
mynetworks =
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${at('auth')}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = ${at('cert.pem')}
smtpd_tls_key_file = ${at('key.pem')}
smtpd_reject_unlisted_recipient = no
smtpd_relay_restrictions = permit_sasl_authenticated, reject
virtual_mailbox_domains = shop.example, example.com
virtual_mailbox_base = ${at('boxes')}
virtual_mailbox_maps = inline:{ { hello@shop.example = hello@shop.example/ }, { ana@example.com = ana@example.com/ } }
virtual_minimum_uid = 1
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
smtpd_recipient_restrictions = check_recipient_access inline:{ { ana@gone.example = 550 5.1.1 no such user here } }
`,
  );
  const master = readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
    .replace(/^smtp\s+inet.*$/m, `127.0.0.1:${smtpPort} inet n - n - - smtpd`)
    .replace(/^(\S+\s+(?:unix|fifo|unix-dgram)\s+\S+\s+\S+\s+)y/gm, '$1n');
  writeFileSync(
    at('etc', 'master.cf'),
    `${master}\npostlog unix-dgram n - n - 1 postlogd\n`.replace(/(\npostlog .*)(?=[\s\S]*\npostlog )/, ''),
  );
  const dovecot = spawn('dovecot', ['-F', '-c', at('dovecot.conf')], { stdio: 'ignore' });
  const postfix = spawn('postfix', ['-c', at('etc'), 'start-fg'], { stdio: 'ignore' });
  const log = (): string =>
    ['dovecot.log', 'postfix.log'].map((name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')).join('\n');
  t.after(async () => {
    // What `start-fg` begins outlives it.
    execFileSync('postfix', ['-c', at('etc'), 'stop'], { stdio: 'ignore' });
    if (postfix.exitCode === null) await once(postfix, 'exit');
    dovecot.kill('SIGTERM');
    if (dovecot.exitCode === null) await once(dovecot, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  await until(async () => (await isOpen(smtpPort)) && (await isOpen(imapPort)), 'both servers listen');
  return {
    smtp: `127.0.0.1:${smtpPort}`,
    imap: `127.0.0.1:${imapPort}`,
    ports: { smtp: smtpPort, imap: imapPort },
    log,
    folderOf: (address) => at('boxes', address),
  };
}
