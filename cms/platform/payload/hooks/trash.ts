import type { CollectionBeforeOperationHook, CollectionConfig } from 'payload'
import { can } from '../../staff/can.ts'
import { listColumn } from '../fields/admin.ts'
import { refuse } from './refuse.ts'

type Doc = Record<string, unknown>

/** The number of versions kept per record of a collection that does not configure `versions` itself. */
const keptVersions = 100

/** @returns true if a change puts a record into the trash, false if it takes the record out, else undefined */
export function isTrashedIfChanged(doc: Doc, previous: Doc | undefined): boolean | undefined {
  const [isTrashed, wasTrashed] = [Boolean(doc.deletedAt), Boolean(previous?.deletedAt)]
  return isTrashed === wasTrashed ? undefined : isTrashed
}

/**
 * Gives a collection a trash and versions. Staff can restore deleted records for 30 days (see cms/platform/trash).
 * Not for personal data, which is erased at once.
 * @param options.hasVersions false for collections whose versions would be useless
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
    fields: [...fields, listColumn('trashed', 'Deleted', 'platform/trash/admin/TrashedCell')],
    ...(hasVersions && !collection.versions && { versions: { maxPerDoc: keptVersions } }),
    access: {
      ...access,
      ...(hasVersions &&
        !access?.readVersions && { readVersions: ({ req }) => can(req, 'drafts.read') }),
    },
    hooks: {
      ...hooks,
      beforeOperation: [
        ...(hooks?.beforeOperation ?? []),
        hideFromStrangers,
        onlyErasersDelete,
        ...(disableBulkEdit ? [onlyTrashInBulk] : []),
      ],
    },
  }
}

// Without this hook, everybody who can read a collection could read its trashed records.
const hideFromStrangers: CollectionBeforeOperationHook = ({ args, req }) => {
  const { overrideAccess } = args as { overrideAccess?: boolean }
  return overrideAccess || can(req, 'drafts.read') ? args : { ...args, trash: false }
}

// Payload asks the same access for the trash, which is a change, and for a deletion, which cannot be undone.
const onlyErasersDelete: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const { overrideAccess } = args as { overrideAccess?: boolean }
  if (operation === 'delete' && !overrideAccess && !can(req, 'records.erase')) {
    refuse('Only an admin deletes for good. Put it in the trash instead.', 403)
  }
  return args
}

// Payload trashes and restores several records by a bulk edit. This hook refuses all other bulk edits.
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
