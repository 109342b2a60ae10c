import type { PayloadRequest } from 'payload'
import { isText } from './content.ts'
import type { ContentData, ContentType } from './contract.ts'
import { tableOf } from './records.ts'
import type { EditingContext } from './versions.ts'

/** Which record of which table. */
type Place = { page: string; id: number }
type Content = { content_type: ContentType; content_data: ContentData }

/**
 * Writes a new version of a record, in the request's transaction. The caller holds the record.
 * @param state `published`: it is live; `unpublished`: nothing is; `draft`: what is live stays
 * @returns when it was written; ISO 8601
 */
export async function writeRecord(
  req: PayloadRequest,
  { page, id }: Place,
  { content_type, content_data }: Content,
  state: 'published' | 'unpublished' | 'draft',
  context: EditingContext,
): Promise<string> {
  req.context.editing = { ...context, held: true }
  const _status = state === 'published' ? ('published' as const) : ('draft' as const)
  const data = { content_type, content_data: { ...content_data }, _status }
  const shared = { id, req, depth: 0, overrideAccess: true, draft: state === 'draft' }
  if (tableOf(page) === 'cms_content') {
    return (await req.payload.update({ collection: 'cms_content', data, ...shared })).updatedAt
  }
  const content_value = isText(content_data) ? content_data.text : null
  const whole = { ...data, content_value }
  return (await req.payload.update({ collection: 'cms_global_content', data: whole, ...shared }))
    .updatedAt
}
