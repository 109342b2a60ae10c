import type { PayloadRequest } from 'payload'
import type { Content, ContentKey } from './contract.ts'
import { isText } from './contract.ts'
import { tableOf } from './queries/columns.ts'

/**
 * Records, versions and history of stored content, for the features that edit content. Before a caller reads
 * a record in order to change it, the caller locks the record's `keyPath`.
 */
export { tableOf } from './queries/columns.ts'
export {
  findLiveAt,
  findLiveChanges,
  findVersion,
  findVersions,
  hasVersion,
  isPublishedAfter,
  type LiveChange,
  type Version,
} from './queries/history.ts'
export { countQuestionDrafts } from './queries/page-rows.ts'
export {
  addVersionOfLive,
  deleteRecord,
  findDrafts,
  findPageRecords,
  findRecords,
  type StoredRecord,
} from './queries/stored-records.ts'
export {
  deleteVersions,
  findExpiredDrafts,
  findWrittenAt,
  unmarkOlderVersions,
  type Versioned,
} from './queries/versions.ts'

/**
 * Writes a new version of a record through Payload, in the request's transaction. The collection's hooks read
 * what `writeInOrder` passes them.
 * @param state `published`: the new version is published. `unpublished`: the record is no longer published.
 *   `draft`: the published content stays
 * @returns the time of the write; ISO 8601
 */
export async function updateRecord(
  req: PayloadRequest,
  { page, id }: { page: string; id: number },
  content: Content,
  state: 'published' | 'unpublished' | 'draft',
): Promise<string> {
  const _status = state === 'published' ? ('published' as const) : ('draft' as const)
  const data = { ...columnsOf(content), _status }
  const options = { id, req, depth: 0, overrideAccess: true, draft: state === 'draft' }
  const updated =
    tableOf(page) === 'cms_content'
      ? req.payload.update({ collection: 'cms_content', data, ...options })
      : req.payload.update({
          collection: 'cms_global_content',
          data: { ...data, ...globalColumnsOf(content) },
          ...options,
        })
  return (await updated).updatedAt
}

/** Creates a record with a first draft. Transaction, hooks and result are as for `updateRecord`. */
export async function createRecord(
  req: PayloadRequest,
  { page, section, content_key }: ContentKey,
  content: Content,
): Promise<string> {
  const data = { ...columnsOf(content), _status: 'draft' as const }
  const options = { draft: true as const, req, depth: 0, overrideAccess: true }
  const created =
    tableOf(page) === 'cms_content'
      ? req.payload.create({
          collection: 'cms_content',
          data: { page, section, content_key, ...data },
          ...options,
        })
      : req.payload.create({
          collection: 'cms_global_content',
          data: {
            content_key: `${section}.${content_key}`,
            ...data,
            ...globalColumnsOf(content),
          },
          ...options,
        })
  return (await created).updatedAt
}

const columnsOf = ({ content_type, content_data }: Content) => ({
  content_type,
  content_data: { ...content_data },
})

/** The further columns of a text on every page. They follow from its content. */
export const globalColumnsOf = ({ content_data }: Content) => ({
  content_value: isText(content_data) ? content_data.text : null,
})
