import path from 'node:path'
import { postgresAdapter } from '@payloadcms/db-postgres'
import { buildConfig } from 'payload'
import sharp from 'sharp'
import {
  adminComponents,
  adminWords,
  forStaff,
  globalForStaff,
  nameFaults,
} from './cms/admin/components.ts'
import { commonGoodEndpoints } from './cms/common-good/endpoints.ts'
import { databaseUrl } from './cms/database/url.ts'
import { editingEndpoints } from './cms/editing/endpoints.ts'
import { scheduleEndpoints } from './cms/editing/schedule-endpoints.ts'
import { editingPresence, workerBeats } from './cms/editing/tables.ts'
import { env } from './cms/env.ts'
import { translateFailure } from './cms/http/foreign-errors.ts'
import { letterEndpoints } from './cms/letters/endpoints.ts'
import { letterEditions, letterLinks } from './cms/letters/table.ts'
import { limits } from './cms/limits/table.ts'
import { log } from './cms/log.ts'
import { mailEndpoints } from './cms/mail/endpoints.ts'
import { staffMail } from './cms/mail/staff-mail.ts'
import { mailEvents, mailPace } from './cms/mail/tables.ts'
import { maxUploadBytes } from './cms/media/rules.ts'
import { mediaFiles } from './cms/media/table.ts'
import { membershipEndpoints } from './cms/members/access/endpoints.ts'
import { signInForms } from './cms/members/access/sign-in-forms.ts'
import {
  deviceGrants,
  memberCodes,
  memberSessions,
  signingKeys,
} from './cms/members/access/tables.ts'
import { passkeyEndpoints } from './cms/members/passkeys/endpoints.ts'
import {
  passkeyChallenges,
  passkeyHandles,
  passkeyProofs,
  passkeys,
} from './cms/members/passkeys/tables.ts'
import { profileEndpoints } from './cms/members/profile/endpoints.ts'
import { newsletterEndpoints } from './cms/newsletter/endpoints.ts'
import { importEndpoints } from './cms/newsletter/imports/endpoints.ts'
import {
  subscriberImportParts,
  subscriberImportRows,
  subscriberImports,
  subscriptionRequests,
} from './cms/newsletter/table.ts'
import { staffEndpoints } from './cms/staff/endpoints.ts'
import { audit } from './collections/audit.ts'
import { automations } from './collections/automations.ts'
import { cmsContent, cmsGlobalContent } from './collections/cms-content.ts'
import { commonGood } from './collections/common-good.ts'
import { consents } from './collections/consents.ts'
import { faq } from './collections/faq.ts'
import { withLabels } from './collections/fields/labels.ts'
import { audited, auditedGlobal } from './collections/hooks/audit.ts'
import { ownTimes, wellFormed, wellFormedGlobal } from './collections/hooks/well-formed.ts'
import { letters } from './collections/letters.ts'
import { boundLocks } from './collections/locks.ts'
import { mails } from './collections/mails.ts'
import { media } from './collections/media.ts'
import { members } from './collections/members.ts'
import { membership } from './collections/membership.ts'
import { menus } from './collections/menus.ts'
import { scheduledChanges } from './collections/scheduled-changes.ts'
import { subscribers } from './collections/subscribers.ts'
import { suppressions } from './collections/suppressions.ts'
import { taps } from './collections/taps.ts'
import { users } from './collections/users.ts'
import { venue } from './collections/venue.ts'

const root = process.cwd()
const { DATABASE_POOL, SECRET, SITE_URL } = env()

const config = buildConfig({
  secret: SECRET,
  serverURL: SITE_URL,
  csrf: [SITE_URL],
  cors: [],
  routes: { admin: '/cms', api: '/api' },
  graphQL: { disable: true },
  telemetry: false,
  debug: false,
  // Nothing here stands deeper in anything else.
  maxDepth: 3,
  logger: log,
  email: staffMail,
  sharp,
  admin: {
    user: users.slug,
    // Payload's own choice would ask another host for a portrait of whoever signs in.
    avatar: 'default',
    components: adminComponents,
    dateFormat: 'd MMM yyyy, HH:mm',
    meta: {
      titleSuffix: ' · Common Room',
      icons: [{ rel: 'icon', type: 'image/svg+xml', url: '/favicon.svg' }],
    },
    importMap: {
      baseDir: root,
      importMapFile: path.join(root, 'cms/admin/app/(payload)/cms/importMap.js'),
    },
  },
  upload: { limits: { fileSize: maxUploadBytes }, abortOnLimit: true },
  typescript: { outputFile: path.join(root, 'cms/payload-types.ts') },
  db: postgresAdapter({
    pool: {
      // Read when the pool is made: the embedded database is started after this file was loaded.
      get connectionString() {
        return databaseUrl()
      },
      max: DATABASE_POOL,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Behind a broken network nobody waits for the system to give the connection up.
      query_timeout: 30_000,
    },
    push: false,
    migrationDir: path.join(root, 'cms/migrations'),
    beforeSchemaInit: [
      ({ schema }) => ({
        ...schema,
        tables: {
          ...schema.tables,
          media_files: mediaFiles,
          editing_presence: editingPresence,
          worker_beats: workerBeats,
          limits,
          mail_pace: mailPace,
          mail_events: mailEvents,
          letter_editions: letterEditions,
          letter_links: letterLinks,
          subscription_requests: subscriptionRequests,
          subscriber_imports: subscriberImports,
          subscriber_import_parts: subscriberImportParts,
          subscriber_import_rows: subscriberImportRows,
          member_codes: memberCodes,
          member_sessions: memberSessions,
          device_grants: deviceGrants,
          signing_keys: signingKeys,
          passkey_handles: passkeyHandles,
          passkeys,
          passkey_challenges: passkeyChallenges,
          passkey_proofs: passkeyProofs,
        },
      }),
    ],
  }),
  collections: [
    cmsContent,
    cmsGlobalContent,
    faq,
    scheduledChanges,
    mails,
    ...[letters, media, menus, taps, commonGood, users].map((collection) => audited(collection)),
    audited(subscribers, { isPersonal: true }),
    consents,
    suppressions,
    members,
    audit,
  ].map((collection) =>
    forStaff({
      ...collection,
      // Payload would look for the versions of what has none.
      access: { ...collection.access, ...(!collection.versions && { readVersions: () => false }) },
      fields: withLabels(collection.fields),
      hooks: {
        ...collection.hooks,
        // What a change started from is told by its time: the collections’ own hooks read it first.
        beforeOperation: [wellFormed, ...(collection.hooks?.beforeOperation ?? []), ownTimes],
      },
    }),
  ),
  globals: [venue, automations, membership].map(auditedGlobal).map((told) =>
    globalForStaff({
      ...told,
      fields: withLabels(told.fields),
      hooks: { ...told.hooks, beforeOperation: [wellFormedGlobal] },
    }),
  ),
  i18n: { translations: adminWords },
  hooks: { afterError: [translateFailure, nameFaults] },
  // Looked through one by one: what every phone asks comes first.
  endpoints: [
    ...membershipEndpoints,
    ...passkeyEndpoints,
    ...profileEndpoints,
    ...commonGoodEndpoints,
    ...staffEndpoints,
    ...editingEndpoints,
    ...scheduleEndpoints,
    ...mailEndpoints,
    ...newsletterEndpoints,
    ...importEndpoints,
    ...letterEndpoints,
    ...signInForms,
  ],
})

export default config.then(boundLocks)
