import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type Field,
  type GlobalBeforeChangeHook,
  type GlobalBeforeOperationHook,
  type GlobalConfig,
  type PayloadRequest,
} from 'payload'
import { findLastAuthor } from '../../audit/service.ts'
import { lockForm } from '../../database/advisory-locks.ts'
import { databaseOf, transactionOf } from '../../database/query.ts'
import { readableFields } from '../fields/readable-fields.ts'

type Doc = Record<string, unknown>

/** The message of a conflict. A dialog of the admin's forms then shows both versions. */
const changedMeanwhile =
  'Somebody else saved this meanwhile. Nothing was written: look at both versions, and choose.'

// Stores the version that the form is based on, and waits for concurrent changes before Payload reads the record.
async function remember(req: PayloadRequest, record: string, data: Doc | undefined) {
  if (req.payloadAPI !== 'REST' || !req.user || !data) return
  if (typeof data.updatedAt !== 'string') return
  req.context.formBase = { record, updatedAt: data.updatedAt }
  if (req.transactionID) await lockForm(await transactionOf(req), record)
}

async function requireCurrent(
  req: PayloadRequest,
  { record, slug, document }: { record: string; slug: string; document: string },
  current: Doc,
  fields: Field[],
) {
  const base = req.context.formBase as { record: string; updatedAt: string } | undefined
  if (base?.record !== record) return
  if (Date.parse(base.updatedAt) === Date.parse(String(current.updatedAt))) return
  const author = await findLastAuthor(databaseOf(req.payload), slug, document)
  const data = await readableFields(fields, current, req)
  const theirs = { by: author, at: current.updatedAt, data }
  throw new APIError(changedMeanwhile, 409, { theirs }, true)
}

/**
 * Refuses a form that is based on an outdated version: 409 with the current version. The form names its
 * version by `updatedAt`; requests without `updatedAt` are not checked.
 */
export function withRevisions(collection: CollectionConfig): CollectionConfig {
  const { hooks, slug } = collection
  const rememberBase: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
    const { id, data } = args as { id?: number | string; data?: Doc }
    if (operation === 'update' && id !== undefined) await remember(req, `${slug} ${id}`, data)
    return args
  }
  const check: CollectionBeforeChangeHook = async (change) => {
    const { data, operation, originalDoc, req } = change
    if (operation === 'update' && originalDoc) {
      const document = String(originalDoc.id)
      const which = { record: `${slug} ${document}`, slug, document }
      await requireCurrent(req, which, originalDoc, change.collection.fields)
    }
    return data
  }
  return {
    ...collection,
    // These hooks replace Payload's locks: taking over a locked record would discard a colleague's changes.
    lockDocuments: false,
    hooks: {
      ...hooks,
      beforeOperation: [rememberBase, ...(hooks?.beforeOperation ?? [])],
      beforeChange: [check, ...(hooks?.beforeChange ?? [])],
    },
  }
}

/** Like `withRevisions`, for a global. */
export function globalWithRevisions(global: GlobalConfig): GlobalConfig {
  const { hooks, slug } = global
  const rememberBase: GlobalBeforeOperationHook = async ({ args, operation, req }) => {
    if (operation === 'update') await remember(req, slug, (args as { data?: Doc }).data)
    return args
  }
  const check: GlobalBeforeChangeHook = async (change) => {
    const { data, originalDoc = {}, req } = change
    const which = { record: slug, slug, document: slug }
    await requireCurrent(req, which, originalDoc, change.global.fields)
    return data
  }
  return {
    ...global,
    lockDocuments: false,
    hooks: {
      ...hooks,
      beforeOperation: [rememberBase, ...(hooks?.beforeOperation ?? [])],
      beforeChange: [check, ...(hooks?.beforeChange ?? [])],
    },
  }
}
