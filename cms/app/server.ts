import { createHash } from 'node:crypto'
import { createApp } from 'astro/app/entrypoint'
import { introScript } from '../../site/intro-script.ts'
import { startAdmin } from '../platform/admin/start.ts'
import { loadFiles } from '../platform/http/server/files.ts'
import { pagePolicy } from '../platform/http/server/security-headers.ts'
import { log } from '../platform/runtime/log/log.ts'
import { loggedText } from '../platform/runtime/log/logged-error.ts'
import { type Application, startApplication } from './application.ts'
import { runUntilStopped } from './lifecycle.ts'

/** Runs the built program until it is stopped. */
export const main = (): Promise<void> => runUntilStopped(start)

/** Starts the built program, with pages from Astro's bundle and files from `dist/client`. */
export async function start(): Promise<Application> {
  const app = createApp({ streaming: false })
  // Only these scripts stay inline; all others are files (see `page-assets.ts`).
  const scriptHashes = [introScript, ...app.manifest.inlinedScripts.values()].map((script) =>
    createHash('sha256').update(script).digest('base64'),
  )
  const logger = await app.getLogger()
  logger.setDestination({
    write: ({ level, message }) => {
      // `message` is the error's stack as text.
      const err = Object.assign(new Error(message.split('\n', 1)[0]), { stack: message })
      if (level === 'error') log.error({ err }, 'a page could not be rendered')
      else if (level === 'warn') log.warn(loggedText(message))
    },
  })
  // The policy is sent as a header, so Astro does not have to hash the styles of each page.
  app.manifest.shouldInjectCspMetaTags = false
  return startApplication({
    development: false,
    files: (headers) => loadFiles('dist/client', headers),
    render: (request, locals) => app.render(request, { locals }),
    pagePolicy: (https) => pagePolicy(scriptHashes, https),
    sheetUses: countStyleSheetUses(app.manifest),
    admin: () => startAdmin({ development: false }),
    passThrough: null,
  })
}

function countStyleSheetUses({
  routes,
}: ReturnType<typeof createApp>['manifest']): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { styles } of routes) {
    for (const style of styles) {
      if (style.type !== 'external') continue
      const path = `/${style.src}`
      uses.set(path, (uses.get(path) ?? 0) + 1)
    }
  }
  return uses
}
