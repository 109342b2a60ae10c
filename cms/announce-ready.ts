import { log } from './log.ts'

/**
 * Says on the terminal where everything is.
 * @param firstVisit the one-time link that makes the first admin, where there is none yet
 */
export function announceReady(siteUrl: string, firstVisit: string | null): void {
  log.info({ siteUrl }, 'ready')
  const lines = ['', `  The site      ${siteUrl}`, `  The admin     ${siteUrl}/cms`]
  if (firstVisit) lines.push('', '  Make the first admin, once, with this link:', `  ${firstVisit}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
