import type { CollectionBeforeOperationHook, CollectionConfig } from 'payload'
import { hasRole } from '../access/staff.ts'
import { listColumn } from '../fields/admin.ts'
import { refuse } from './refuse.ts'

type Doc = Record<string, unknown>

/** The number of versions kept per record; edited collections have their own rule. */
const keptVersions = 100

/** Whether a change puts a record into the trash (`true`) or takes it out (`false`); else undefined. */
export function trashes(doc: Doc, previous: Doc | undefined): boolean | undefined {
  const [is, was] = [Boolean(doc.deletedAt), Boolean(previous?.deletedAt)]
  return is === was ? undefined : is
}

/**
 * Records of this collection are deleted into the trash, from which staff restore them for 30 days (see
 * cms/trash), and have versions. Not for personal data: it is erased at once.
 * @param options.hasVersions false where versions would hold nothing of use
 */
export function recoverable(
  collection: CollectionConfig,
  { hasVersions = true } = {},
): CollectionConfig {
  const { access, admin, fields, hooks } = collection
  const { disableBulkEdit, ...others } = collection
  return {
    ...others,
    trash: true,
    admin: { ...admin, defaultColumns: [...(admin?.defaultColumns ?? []), 'trashed'] },
    fields: [...fields, listColumn('trashed', 'Deleted', 'trash/admin/TrashedCell')],
    ...(hasVersions && !collection.versions && { versions: { maxPerDoc: keptVersions } }),
    access: {
      ...access,
      ...(hasVersions &&
        !access?.readVersions && { readVersions: ({ req }) => hasRole(req, 'editor') }),
    },
    hooks: {
      ...hooks,
      beforeOperation: [
        ...(hooks?.beforeOperation ?? []),
        hideFromStrangers,
        ...(disableBulkEdit ? [onlyTrashInBulk] : []),
      ],
    },
  }
}

// Payload shows trashed records to whoever may read the others.
const hideFromStrangers: CollectionBeforeOperationHook = ({ args, req }) => {
  const { overrideAccess } = args as { overrideAccess?: boolean }
  return overrideAccess || hasRole(req, 'editor') ? args : { ...args, trash: false }
}

// Payload puts several records into the trash, and takes them out, by a bulk edit, which such a collection
// does not allow otherwise.
const onlyTrashInBulk: CollectionBeforeOperationHook = ({ args, operation }) => {
  const { data, id, overrideAccess } = args as {
    data?: Doc
    id?: unknown
    overrideAccess?: boolean
  }
  if (operation !== 'update' || id !== undefined || overrideAccess) return args
  const isTrash = Object.keys(data ?? {}).every((name) => name === 'deletedAt')
  if (!isTrash) refuse('These are changed one at a time.', 403)
  return args
}
