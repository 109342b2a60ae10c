import { type Issue, invalidField } from '../../platform/http/call.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { type ContentData, type ContentType, imageData, textData } from './contract.ts'
import { maxTextLength } from './rules.ts'

/**
 * Validates the content of a record.
 * @returns the content to store, with texts cleaned by `cleanText`
 * @throws HttpError `too_large` if a text is too long, else `bad_request` for the first invalid field
 */
export function validateContent(type: ContentType, input: unknown): ContentData {
  const parsed = (type === 'text' ? textData : imageData).safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidContent({
    code: issue?.code,
    path: ['content_data', ...(issue?.path ?? [])],
    message: issue?.message ?? 'is wrong',
  })
}

/** The error for a field of content that does not match its schema. */
export function invalidContent(issue: Issue): HttpError {
  if (issue.code !== 'too_big' || issue.path.join('.') !== 'content_data.text') {
    return invalidField(issue)
  }
  const most = maxTextLength.toLocaleString('en')
  return new HttpError(
    'too_large',
    `content_data.text: A text may have at most ${most} characters.`,
    { field: 'content_data.text' },
  )
}
