// Opens a one-time link in the person's own browser. The link is not an argument of the program that opens it, which every user
// of the machine could read in the list of processes, but in a file of the data folder that only this user may read.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PATIENCE_MS = 3_000;

/** True if a browser was asked to; false where there is no display, or no program for it. */
export async function openInBrowser(link: string, dataDir: string): Promise<boolean> {
  const program = programOf(process.platform, process.env);
  if (program === undefined) return false;
  const file = join(dataDir, 'open.html');
  writeFileSync(file, pageTo(link), { mode: 0o600 });
  return new Promise((done) => {
    const child = spawn(program, [file], { stdio: 'ignore', detached: true });
    // A browser that runs on in the foreground was opened as well; this process does not wait for its end.
    const late = setTimeout(() => end(true), PATIENCE_MS);
    const end = (isOpened: boolean): void => {
      clearTimeout(late);
      child.unref();
      done(isOpened);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}

function programOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  if (platform === 'darwin') return 'open';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
}

/** A link of ours has no character that HTML would read. */
const pageTo = (link: string): string =>
  `<!doctype html>\n<meta charset="utf-8">\n<meta name="referrer" content="no-referrer">\n<meta http-equiv="refresh" content="0; url=${link}">\n<title>Tributary</title>\n<p><a href="${link}">Sign in to Tributary</a></p>\n`;
