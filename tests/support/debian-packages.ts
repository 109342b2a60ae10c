import { execFileSync } from 'node:child_process'

/** Installs packages of Debian, if this process may do that and the machine runs Debian and is online. */
export function installPackages(names: string[]): void {
  if (process.getuid?.() !== 0) return
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '--yes', '--no-install-recommends', ...names)
  } catch {
    // The caller finds out that they are still missing.
  }
}
