import { cleanLine, cleanText } from '../http/clean-text.ts'
import { HttpError } from '../http/errors.ts'
import {
  type ContentData,
  type ContentKey,
  type ContentType,
  imageData,
  type SaveRequest,
  saveRequest,
  type TextData,
  textData,
} from './contract.ts'
import { longestText } from './rules.ts'

/** What a record holds as JSON, checked and cleaned: see `cleanText`. */
export function parseContent(type: ContentType, given: unknown): ContentData {
  const schema: Schema<ContentData> = type === 'text' ? textData : imageData
  return parseRequest(schema, cleanContent(given), 'content_data')
}

/** What is to be saved, checked and cleaned. */
export function parseSave(given: unknown): SaveRequest {
  const { content_data } = Object(given)
  return parseRequest(saveRequest, { ...Object(given), content_data: cleanContent(content_data) })
}

function cleanContent(given: unknown): object {
  if (typeof given !== 'object' || given === null) return {}
  const { text, alt } = given as Record<string, unknown>
  return {
    ...given,
    ...(typeof text === 'string' && { text: cleanText(text) }),
    ...(typeof alt === 'string' && { alt: cleanLine(alt) }),
  }
}

type Issue = { code?: string; path: PropertyKey[]; message: string }
type Schema<T> = {
  safeParse: (
    given: unknown,
  ) => { success: true; data: T } | { success: false; error: { issues: Issue[] } }
}

/**
 * What a request holds.
 * @param within the field that is looked at, where that is not the whole
 * @throws HttpError `too_large` for a text that is too long, else `bad_request` naming the first
 *   field that is wrong
 */
export function parseRequest<T>(schema: Schema<T>, given: unknown, within?: string): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = [...(within ? [within] : []), ...(issue?.path ?? [])].map(String).join('.')
  if (issue?.code === 'too_big' && field === 'content_data.text') {
    const most = longestText.toLocaleString('en')
    throw new HttpError('too_large', `${field}: A text may have at most ${most} characters.`)
  }
  throw new HttpError('bad_request', `${field || 'request'}: ${issue?.message ?? 'is wrong'}`)
}

export const isText = (data: ContentData): data is TextData => 'text' in data

/** A key as staff, the audit trail and locks name it. */
export const subjectOf = ({ page, section, content_key }: ContentKey): string =>
  `${page}/${section}.${content_key}`
