import {
  type CollectionConfig,
  type CollectionSlug,
  type Endpoint,
  type GlobalConfig,
  type GlobalSlug,
  NotFound,
  type PayloadRequest,
} from 'payload'
import { can } from '../../staff/can.ts'
import { refuse } from './refuse.ts'

/** @throws APIError with 403 for everybody but publishers and admins */
export function requireRestorer(req: PayloadRequest): void {
  if (!can(req, 'content.publish')) {
    refuse('Publishers restore earlier versions. Ask one of them.', 403)
  }
}

/** The version that a request names. @throws NotFound if it can't be a version */
export function versionIdOf(req: PayloadRequest): number {
  const id = Number(req.routeParams?.id)
  if (!Number.isInteger(id) || id < 1 || id > 2 ** 31 - 1) throw new NotFound(req.t)
  return id
}

/** Whether the request restores an earlier version of a record. */
export const isRestoring = ({ context }: PayloadRequest): boolean => Boolean(context.isRestoring)

/** The response that the admin expects. */
const restored = (req: PayloadRequest, doc: object): Response =>
  Response.json({ ...doc, message: req.t('version:restoredSuccessfully') })

// The values of a version that its record can get again.
const contentOf = (version: object): Record<string, unknown> => {
  const { id, createdAt, updatedAt, deletedAt, globalType, ...content } = version as Record<
    string,
    unknown
  >
  return content
}

// Letters are changed only before they are sent, by everybody who may write them. What other collections restore is live.
const restoredByWriters: ReadonlySet<CollectionSlug> = new Set(['letters'])

// Payload's own endpoint writes a version without the access, hooks and validation of the collection. It fails if a
// required field can't be changed by the caller, and with `draft=true` it runs the hooks after a change although
// nothing was changed. So the version is saved like a form: fields that only the program writes stay as they are.
const restoreByUpdate = (collection: CollectionSlug): Endpoint => ({
  method: 'post',
  path: '/versions/:id',
  handler: async (req) => {
    if (!restoredByWriters.has(collection)) requireRestorer(req)
    const options = { collection, depth: 0, overrideAccess: false, req, trash: true }
    const found = await req.payload.findVersionByID({
      ...options,
      id: String(versionIdOf(req)),
    })
    const { parent, version } = found as unknown as { parent: number; version: object }
    const current = await req.payload.findByID({ ...options, id: parent })
    if ('deletedAt' in current && current.deletedAt) {
      refuse('It is in the trash. Restore it there first.', 409)
    }
    req.context.isRestoring = true
    const data = contentOf(version) as never
    return restored(req, await req.payload.update({ ...options, id: parent, data }))
  },
})

const restoreGlobalByUpdate = (slug: GlobalSlug, kept: readonly string[]): Endpoint => ({
  method: 'post',
  path: '/versions/:id',
  handler: async (req) => {
    const { config } = req.payload
    const access = config.globals.find((each) => each.slug === slug)?.access
    if (!(await access?.update?.({ req }))) {
      refuse('Your account may not change this. Ask an admin.', 403)
    }
    const options = { slug, depth: 0, overrideAccess: false, req }
    const { version } = await req.payload.findGlobalVersionByID({
      ...options,
      id: String(versionIdOf(req)),
    })
    req.context.isRestoring = true
    const content = Object.entries(contentOf(version)).filter(([name]) => !kept.includes(name))
    const data = Object.fromEntries(content) as never
    return restored(req, await req.payload.updateGlobal({ ...options, data }))
  },
})

/**
 * Restores versions of a collection by an ordinary change, under the rules of the collection. A collection with drafts
 * declares its own endpoint.
 */
export const withRestore = (collection: CollectionConfig): CollectionConfig => {
  const { endpoints, slug, versions } = collection
  const hasDrafts = typeof versions === 'object' && Boolean(versions.drafts)
  if (!versions || hasDrafts) return collection
  return {
    ...collection,
    endpoints: [...(endpoints || []), restoreByUpdate(slug as CollectionSlug)],
  }
}

/**
 * As `withRestore`, for a global. Its fields that `custom.keptOnRestore` names keep their present values, because a change
 * of them does more than the person who restores a version expects.
 */
export const globalWithRestore = (global: GlobalConfig): GlobalConfig =>
  global.versions
    ? {
        ...global,
        endpoints: [
          ...(global.endpoints || []),
          restoreGlobalByUpdate(global.slug as GlobalSlug, global.custom?.keptOnRestore ?? []),
        ],
      }
    : global
