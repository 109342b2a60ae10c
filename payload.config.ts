import path from 'node:path'
import { postgresAdapter } from '@payloadcms/db-postgres'
import { buildConfig } from 'payload'
import { features } from './cms/app/features.ts'
import {
  adminComponents,
  adminTexts,
  forStaff,
  globalForStaff,
  namedFieldErrors,
} from './cms/platform/admin/components.ts'
import { databaseUrl } from './cms/platform/database/url.ts'
import { endpointsOf } from './cms/platform/http/call.ts'
import { translateFailure } from './cms/platform/http/foreign-errors.ts'
import { staffMail } from './cms/platform/mail/sending/staff-mail.ts'
import { maxUploadBytes } from './cms/platform/media/rules.ts'
import { withLabels } from './cms/platform/payload/fields/labels.ts'
import { readAmounts } from './cms/platform/payload/hooks/amounts.ts'
import { globalWithRestore, withRestore } from './cms/platform/payload/hooks/restore-version.ts'
import { globalWithRevisions, withRevisions } from './cms/platform/payload/hooks/revisions.ts'
import {
  removeSentTimes,
  wellFormed,
  wellFormedGlobal,
} from './cms/platform/payload/hooks/well-formed.ts'
import { env } from './cms/platform/runtime/env.ts'
import { log } from './cms/platform/runtime/log/log.ts'
import { collections, globals } from './collections/index.ts'
import { closeEndpoints, ownEndpoints } from './collections/served-endpoints.ts'
import { users } from './collections/users.ts'

const root = process.cwd()
const { DATABASE_POOL, SECRET, SITE_URL } = env()

const config = buildConfig({
  secret: SECRET,
  serverURL: SITE_URL,
  csrf: [SITE_URL],
  cors: [],
  // Payload accepts no JSON Web Tokens: staff sign in with the sessions of cms/platform/staff.
  auth: { jwtOrder: [] },
  routes: { admin: '/cms', api: '/api' },
  graphQL: { disable: true },
  telemetry: false,
  debug: false,
  // No relation of the schema is nested deeper than this.
  maxDepth: 3,
  logger: log,
  email: staffMail,
  // `sharp` is not set: with it, Payload would also encode each upload, but nothing would use the result.
  // `collections/media.ts` encodes uploads.
  admin: {
    user: users.slug,
    // Moves Payload's view, which would hide our own view at /cms/reset.
    routes: { reset: '/payload-reset' },
    // Payload's own default, Gravatar, would request each staff member's picture from another host.
    avatar: 'default',
    components: adminComponents(Object.assign({}, ...features.map(({ adminViews }) => adminViews))),
    dateFormat: 'd MMM yyyy, HH:mm',
    meta: {
      titleSuffix: ' · Common Room',
      icons: [{ rel: 'icon', type: 'image/svg+xml', url: '/favicon.svg' }],
    },
    importMap: {
      baseDir: root,
      importMapFile: path.join(root, 'cms/platform/admin/app/(payload)/cms/importMap.js'),
    },
  },
  upload: { limits: { fileSize: maxUploadBytes }, abortOnLimit: true },
  typescript: {
    outputFile: path.join(root, 'cms/platform/payload/payload-types.ts'),
    // Otherwise Payload starts a process that generates the types and may outlive the program. `npm run generate`
    // writes the types instead.
    autoGenerate: false,
  },
  db: postgresAdapter({
    pool: {
      // A getter, because the embedded database starts after this file is loaded.
      get connectionString() {
        return databaseUrl()
      },
      max: DATABASE_POOL,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Ends queries on a broken network connection earlier than the operating system would.
      query_timeout: 30_000,
    },
    push: false,
    migrationDir: path.join(root, 'cms/platform/migrations'),
    beforeSchemaInit: [
      ({ schema }) => ({
        ...schema,
        tables: {
          ...schema.tables,
          ...Object.assign({}, ...features.map(({ tables }) => tables)),
        },
      }),
    ],
  }),
  collections: collections
    .map(withRevisions)
    .map(withRestore)
    .map((collection) =>
      forStaff({
        ...collection,
        endpoints: ownEndpoints(collection.endpoints),
        // Otherwise Payload would query versions of collections that have none.
        access: {
          ...collection.access,
          ...(!collection.versions && { readVersions: () => false }),
        },
        fields: withLabels(collection.fields),
        hooks: {
          ...collection.hooks,
          // `removeSentTimes` runs last, because it removes `updatedAt`, which the collections' own hooks read.
          beforeOperation: [
            wellFormed,
            readAmounts,
            ...(collection.hooks?.beforeOperation ?? []),
            removeSentTimes,
          ],
        },
      }),
    ),
  globals: globals
    .map(globalWithRevisions)
    .map(globalWithRestore)
    .map((global) =>
      globalForStaff({
        ...global,
        endpoints: ownEndpoints(global.endpoints),
        fields: withLabels(global.fields),
        hooks: {
          ...global.hooks,
          beforeOperation: [wellFormedGlobal, ...(global.hooks?.beforeOperation ?? [])],
        },
      }),
    ),
  i18n: { translations: adminTexts },
  hooks: { afterError: [translateFailure, namedFieldErrors] },
  endpoints: ownEndpoints(
    features.flatMap(({ calls = [], endpoints = [] }) => [...endpointsOf(calls), ...endpoints]),
  ),
  custom: { features },
})

export default config.then(closeEndpoints)
