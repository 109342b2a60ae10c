import { log } from './log.ts'

/**
 * Prints the addresses of site and admin on the terminal.
 * @param firstAdminUrl the one-time link that creates the first admin; null if there are staff accounts
 */
export function announceReady(siteUrl: string, firstAdminUrl: string | null): void {
  log.info({ siteUrl }, 'ready')
  const lines = ['', `  The site      ${siteUrl}`, `  The admin     ${siteUrl}/cms`]
  if (firstAdminUrl)
    lines.push('', '  Make the first admin, once and today, with this link:', `  ${firstAdminUrl}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
