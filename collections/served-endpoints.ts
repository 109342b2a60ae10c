import type { CollectionConfig, Endpoint, PayloadRequest, SanitizedConfig } from 'payload'
import { errorResponse, HttpError } from '../cms/platform/http/errors.ts'
import { isStaff } from '../cms/platform/staff/can.ts'

// Payload mounts about twenty endpoints for each collection. Those that this file does not name are closed for
// everybody, so a new collection, and a new endpoint of Payload, are closed until somebody decides about them. Endpoints
// that a collection declares itself are not affected.

const read = ['get /', 'get /:id', 'post /access/:id?'] as const
const edit = [...read, 'post /', 'patch /:id'] as const
const remove = ['delete /:id', 'delete /'] as const
// Payload trashes several records, and takes records out of the trash, by a bulk change.
const trash = [...remove, 'patch /'] as const
const versions = ['get /versions', 'get /versions/:id', 'post /versions/:id'] as const
const duplicate = ['post /:id/duplicate'] as const
const editGlobal = ['get /', 'post /', 'post /access'] as const

/** Payload's endpoints of each collection that the admin uses, as `method path`. */
const ofCollections: Record<string, readonly string[]> = {
  // A text is published, discarded and taken off on its page or under *Drafts*, where conflicts are detected.
  // Admins delete damaged ones.
  cms_content: [...edit, ...versions, 'delete /:id'],
  cms_global_content: [...edit, ...versions, 'delete /:id'],
  faq: [...edit, ...trash, ...versions, ...duplicate],
  scheduled_changes: read,
  mails: read,
  mail_texts: [...edit, ...versions],
  letters: [...edit, ...trash, ...versions, ...duplicate],
  // Pages show the files from `/media`. This endpoint serves the original for the admin.
  media: [...edit, ...trash, 'get /file/:filename'],
  menus: [...edit, ...trash, ...versions, ...duplicate],
  taps: [...edit, ...trash, ...versions, ...duplicate],
  events: [...edit, ...trash, ...versions, ...duplicate],
  tables: [...edit, ...trash, ...duplicate],
  booking_rules: [...edit, ...trash],
  booking_closures: [...edit, ...trash, ...duplicate],
  lunch_vendors: [...edit, ...trash],
  redirects: [...edit, ...trash, ...versions],
  causes: [...edit, ...trash, ...versions],
  // Sign-in and passwords are calls of cms/platform/staff.
  users: [...edit, 'delete /:id', 'get /me'],
  subscribers: [...read, 'patch /:id', 'delete /:id'],
  consents: read,
  suppressions: read,
  members: read,
  nudges: [...edit, ...remove, ...duplicate],
  audit: read,
  // The bulk deletion is the button *Reset Preferences* of an account.
  'payload-preferences': ['get /:key', 'post /:key', 'delete /'],
}

const ofGlobals: Record<string, readonly string[]> = {
  venue: [...editGlobal, ...versions],
  accounting: editGlobal,
  automations: editGlobal,
  membership: editGlobal,
}

const ofRoot = ['get /access']

const closedForStaff = new HttpError(
  'forbidden',
  'This call is closed, because neither the site nor the admin uses it. Use the record’s own form or page in the admin.',
)
const closedForOthers = new HttpError('not_found', 'There is no such call.')

const refuseClosed = (req: PayloadRequest): Response =>
  errorResponse(isStaff(req) ? closedForStaff : closedForOthers)

/** The name of an endpoint in the lists of this file. */
export const endpointName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method} ${path}`

/** Marks the endpoints that the program declares itself, before Payload adds its own to the list. */
export const ownEndpoints = (endpoints: CollectionConfig['endpoints']): Endpoint[] =>
  (endpoints || []).map((each) => ({ ...each, custom: { ...each.custom, isOwn: true } }))

/** Whether the program declares the endpoint itself. */
export const isOwnEndpoint = ({ custom }: Endpoint): boolean => custom?.isOwn === true

const closeAllBut = (open: readonly string[], endpoints: Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) =>
    isOwnEndpoint(endpoint) || open.includes(endpointName(endpoint))
      ? endpoint
      : { ...endpoint, handler: refuseClosed },
  )

/** Closes all endpoints of Payload that this file does not name: 404, for staff 403 with the reason. */
export function closeEndpoints(config: SanitizedConfig): SanitizedConfig {
  for (const collection of config.collections) {
    const open = ofCollections[collection.slug] ?? []
    if (collection.endpoints) collection.endpoints = closeAllBut(open, collection.endpoints)
  }
  for (const global of config.globals) {
    const open = ofGlobals[global.slug] ?? []
    if (global.endpoints) global.endpoints = closeAllBut(open, global.endpoints)
  }
  return Object.assign(config, { endpoints: closeAllBut(ofRoot, config.endpoints) })
}
