import type { PayloadRequest } from 'payload'
import { HttpError } from '../../platform/http/errors.ts'
import { hasPicture } from '../../platform/media/service.ts'
import { type Content, type ContentKey, isText, keyPath } from './contract.ts'
import { typeOfKey } from './known-keys.ts'

/**
 * Requires a key that a page shows, with this type of content, and an existing picture.
 * @throws HttpError `not_found` for an unknown key, otherwise `bad_request`
 */
export async function requireShowable(
  req: PayloadRequest,
  key: ContentKey,
  { content_type, content_data }: Content,
): Promise<void> {
  requireKnownKey(key, content_type)
  if (!isText(content_data) && !(await hasPicture(req, content_data.media))) {
    throw new HttpError('bad_request', 'content_data.media: There is no such picture.')
  }
}

/**
 * Requires a key that a page shows, with this type of content.
 * @throws HttpError as `requireShowable`
 */
export function requireKnownKey(key: ContentKey, content_type: unknown): void {
  const type = typeOfKey(key)
  if (!type) throw new HttpError('not_found', `There is no text ${keyPath(key)}.`)
  if (type !== content_type) {
    throw new HttpError('bad_request', `content_type: ${keyPath(key)} is ${type}.`)
  }
}
