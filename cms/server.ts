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
  await runUntilStopped(() =>
    startApplication({
      development: false,
      files: (headers) => loadFiles('dist/client', headers),
      render: (request, locals) => app.render(request, { locals }),
      pagePolicy: (https) => {
        const hashes = (entries: readonly unknown[] = []) =>
          entries.map((entry) =>
            typeof entry === 'string' ? entry : (entry as { hash: string }).hash,
          )
        const { csp } = app.manifest as {
          csp?: { scriptHashes?: unknown[]; styleHashes?: unknown[] }
        }
        // Astro joins the style sheets of a page into one element, and lists their hashes singly.
        const joined = app.manifest.routes.flatMap(({ styles }) =>
          styles.flatMap((style) => (style.type === 'inline' ? [digest(style.content)] : [])),
        )
        const styles = [...new Set([...joined, ...hashes(csp?.styleHashes)])]
        return pagePolicy({ scripts: hashes(csp?.scriptHashes), styles }, https)
      },
      admin: () => startAdmin({ development: false }),
      passThrough: null,
    }),
  )
}

const digest = (content: string) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`
