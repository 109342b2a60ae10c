import { log } from './log.ts'

/**
 * Logs that the program is ready, and prints the URLs of site and admin on standard output.
 * @param firstAdminUrl the one-time link that creates the first admin; null if there are staff accounts
 */
export function announceReady(siteUrl: string, firstAdminUrl: string | null): void {
  log.info({ siteUrl }, 'ready')
  const lines = ['', `  The site      ${siteUrl}`, `  The admin     ${siteUrl}/cms`]
  if (firstAdminUrl)
    lines.push(
      '',
      '  Create the first admin account with this link (valid once, for 24 hours):',
      `  ${firstAdminUrl}`,
    )
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
