import { createHash } from 'node:crypto'
import { createApp } from 'astro/app/entrypoint'
import { startAdmin } from './admin/start.ts'
import { startApplication } from './application.ts'
import { loadFiles } from './http/files.ts'
import { pagePolicy } from './http/security-headers.ts'
import { runUntilStopped } from './lifecycle.ts'

/** The built program: pages from Astro's bundle, files from `dist/client`. */
export async function main(): Promise<void> {
  const app = createApp({ streaming: false })
  const hashes = inlineHashes(app.manifest)
  // The policy is sent as a header, so Astro need not hash the styles of each page.
  app.manifest.shouldInjectCspMetaTags = false
  await runUntilStopped(() =>
    startApplication({
      development: false,
      files: (headers) => loadFiles('dist/client', headers),
      render: (request, locals) => app.render(request, { locals }),
      pagePolicy: (https) => pagePolicy(hashes, https),
      admin: () => startAdmin({ development: false }),
      passThrough: null,
    }),
  )
}

/** The hashes of inline scripts and styles in the built pages. */
function inlineHashes({ csp, routes }: ReturnType<typeof createApp>['manifest']) {
  const hashOf = (entry: unknown) =>
    typeof entry === 'string' ? entry : (entry as { hash: string }).hash
  // Astro hashes each style sheet, but joins those of a page into one element.
  const sheets = routes.flatMap(({ styles }) =>
    styles.flatMap((style) => (style.type === 'inline' ? [digest(style.content)] : [])),
  )
  const styles = [...new Set([...sheets, ...(csp?.styleHashes ?? []).map(hashOf)])]
  return { scripts: (csp?.scriptHashes ?? []).map(hashOf), styles }
}

const digest = (content: string) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`
