import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeOperationHook,
  CollectionConfig,
  Field,
  GlobalAfterChangeHook,
  GlobalConfig,
  PayloadRequest,
} from 'payload'
import { differences } from '../../audit/differences.ts'
import { record } from '../../audit/service.ts'
import { asWords } from '../../ui/as-words.ts'
import { readableFields } from '../fields/readable-fields.ts'
import { isTrashedIfChanged } from './trash.ts'

type Doc = Record<string, unknown>

/**
 * Writes staff's changes of a collection to the audit trail, in the same transaction. Changes by the program are
 * recorded only if they change a staff account. Changes with `context.isAudited` are not recorded here, because the
 * service that makes them records them.
 * @param options.isPersonal true for personal data. Then entries contain only the record's number and the names of the
 *   changed fields, because the audit trail is never deleted.
 */
export function audited(
  collection: CollectionConfig,
  { isPersonal = false } = {},
): CollectionConfig {
  const { slug, hooks } = collection
  const names = namesOf(collection.fields).concat(collection.auth ? ['email'] : [])
  const name = collection.labels?.singular
  const kind = typeof name === 'string' ? name.toLowerCase() : slug
  const write = async (req: PayloadRequest, doc: Doc, action: string, details?: Doc) => {
    if ((!req.user && slug !== 'users') || req.context.isAudited) return
    const title = isPersonal ? undefined : doc[collection.admin?.useAsTitle ?? 'id']
    const subject = String(title ?? `${kind} no. ${doc.id}`)
    const document = String(doc.id)
    await record(req, { action, subject, of_collection: slug, document, details })
  }

  const changed: CollectionAfterChangeHook = async (change) => {
    const { doc, previousDoc, operation, req } = change
    if (operation === 'create') {
      await write(req, doc, 'create')
      return doc
    }
    const isTrashed = isTrashedIfChanged(doc, previousDoc)
    if (isTrashed !== undefined) await write(req, doc, isTrashed ? 'trash' : 'untrash')
    const [after, before] = await recordable(change.collection.fields, req, doc, previousDoc)
    const { role, ...others } = differences(names, after, before)
    if (role) await write(req, doc, 'role_changed', { role })
    if (req.context.newPassword) await write(req, doc, 'password_changed')
    delete req.context.newPassword
    const details = isPersonal ? withoutValues(others) : others
    if (Object.keys(details).length) await write(req, doc, 'change', details)
    return doc
  }
  const deleted: CollectionAfterDeleteHook = async ({ doc, req }) => {
    await write(req, doc, 'delete')
    return doc
  }
  return {
    ...collection,
    hooks: {
      ...hooks,
      beforeOperation: [
        ...(hooks?.beforeOperation ?? []),
        ...(collection.auth ? [notePasswordChange] : []),
      ],
      afterChange: [...(hooks?.afterChange ?? []), changed],
      afterDelete: [...(hooks?.afterDelete ?? []), deleted],
    },
  }
}

/** As `audited`, for a global. */
export function auditedGlobal(global: GlobalConfig): GlobalConfig {
  const { label, slug } = global
  const subject = typeof label === 'string' ? label : asWords(slug)
  const changed: GlobalAfterChangeHook = async (change) => {
    const { doc, previousDoc = {}, req } = change
    const [after, before] = await recordable(change.global.fields, req, doc, previousDoc)
    const details = differences(namesOf(global.fields), after, before)
    if (req.user && !req.context.isAudited && Object.keys(details).length) {
      await record(req, {
        action: 'change',
        subject,
        of_collection: slug,
        document: slug,
        details,
      })
    }
    return doc
  }
  const { hooks } = global
  return { ...global, hooks: { ...hooks, afterChange: [...(hooks?.afterChange ?? []), changed] } }
}

/**
 * Copies of documents without the fields that publishers may not read, because publishers read the audit trail. Payload
 * gives hooks the earlier document with all fields, even those that nobody may read.
 */
export const recordable = <Docs extends Doc[]>(
  fields: Field[],
  req: PayloadRequest,
  ...docs: Docs
): Promise<{ [Index in keyof Docs]: Doc }> => {
  const publisher = { ...req, user: { ...req.user, collection: 'users', role: 'publisher' } }
  const copies = docs.map((doc) => readableFields(fields, doc, publisher as PayloadRequest))
  return Promise.all(copies) as Promise<{ [Index in keyof Docs]: Doc }>
}

// Payload removes the password before `afterChange`.
const notePasswordChange: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const { data } = args as { data?: { password?: unknown } }
  req.context.newPassword = operation === 'update' && Boolean(data?.password)
  return args
}

// The name of a changed row of a list contains a value, for example `items: Flat white`. Only the name of
// the list is kept.
const withoutValues = (changes: Doc): Doc =>
  Object.fromEntries(Object.keys(changes).map((name) => [name.replace(/:.*/, ''), 'changed']))

const namesOf = (fields: Field[]): string[] =>
  fields.flatMap((field) => {
    if (field.type === 'tabs') {
      return field.tabs.flatMap((tab) => ('name' in tab ? [tab.name] : namesOf(tab.fields)))
    }
    // A change of a joined record does not change this record.
    if (field.type === 'join' || field.type === 'ui') return []
    if ('name' in field && field.name) return [field.name]
    return 'fields' in field ? namesOf(field.fields) : []
  })
