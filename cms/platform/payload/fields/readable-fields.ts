import type { Block, Field, PayloadRequest } from 'payload'
import { isSecretName } from '../../audit/secret-names.ts'

type Doc = Record<string, unknown>
type NamedField = Field & { name: string }

/** The `custom` option of a field whose values nobody may see. */
export const secretField = { isSecret: true }

/** Whether nobody may see a field: it is hidden, marked with `secretField`, or has a secret name. */
const isSecretField = (field: NamedField): boolean =>
  ('hidden' in field && field.hidden === true) ||
  field.custom?.isSecret === true ||
  isSecretName(field.name)

/**
 * A copy of a document without its secret fields and without the fields that a person may not read, at every depth.
 * Hooks need it for documents that Payload has read for itself (`originalDoc`, `previousDoc`), because those contain
 * all fields.
 * @param fields of the collection or global, as Payload's configuration has them: with the fields that Payload adds
 * @param reader a request of the person who will see the copy
 */
export async function readableFields(
  fields: readonly Field[],
  doc: Doc,
  reader: PayloadRequest,
): Promise<Doc> {
  const copy = structuredClone(doc)
  await removeUnreadable(fields, copy, { req: reader, doc: copy })
  return copy
}

type Reading = { req: PayloadRequest; doc: Doc }

/** @param data the document, or the group or row to which the fields belong */
async function removeUnreadable(
  fields: readonly Field[],
  data: Doc,
  reading: Reading,
): Promise<void> {
  for (const field of fields) {
    if (field.type === 'tabs') {
      for (const tab of field.tabs) {
        const part = 'name' in tab && tab.name ? data[tab.name] : data
        await removeFromPart(tab.fields, part, reading)
      }
    } else if (!('name' in field) || !field.name) {
      if ('fields' in field) await removeUnreadable(field.fields, data, reading)
    } else if (await mayRead(field as NamedField, data, reading)) {
      await removeFromValue(field, data[field.name], reading)
    } else {
      delete data[field.name]
    }
  }
}

async function removeFromValue(field: Field, value: unknown, reading: Reading): Promise<void> {
  if (field.type === 'group') await removeFromPart(field.fields, value, reading)
  if (!Array.isArray(value)) return
  for (const row of value) {
    if (field.type === 'array') await removeFromPart(field.fields, row, reading)
    if (field.type !== 'blocks' || !isDoc(row)) continue
    const blocks = [...field.blocks, ...(field.blockReferences ?? [])].filter(isBlock)
    const block = blocks.find(({ slug }) => slug === row.blockType)
    await removeFromPart(block?.fields ?? [], row, reading)
  }
}

async function removeFromPart(
  fields: readonly Field[],
  part: unknown,
  reading: Reading,
): Promise<void> {
  if (isDoc(part)) await removeUnreadable(fields, part, reading)
}

async function mayRead(field: NamedField, data: Doc, { req, doc }: Reading): Promise<boolean> {
  if (isSecretField(field)) return false
  const read = 'access' in field ? field.access?.read : undefined
  if (!read) return true
  const id = typeof doc.id === 'number' || typeof doc.id === 'string' ? { id: doc.id } : {}
  return Boolean(await read({ req, ...id, doc, data: doc, siblingData: data }))
}

const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlock = (block: Block | string): block is Block => typeof block !== 'string'
