import { HttpError } from '../errors.ts'

/** Whether a Content-Type header names JSON. */
export function isJsonType(contentType: string | null | undefined): boolean {
  const [type] = (contentType ?? '').split(';', 1)
  return type?.trim().toLowerCase() === 'application/json'
}

/** The maximum depth of nested arrays and objects. Payload's recursive functions fail on deeper values. */
const maxDepth = 100

/** Whether arrays and objects are nested in more than `levels` levels. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)))

/**
 * Checks that a JSON body is valid UTF-8 and valid JSON, and not nested too deeply. Payload would replace invalid
 * characters and store the result.
 * @returns the same request with its body buffered
 * @throws HttpError `invalid_json`; `bad_request` if it is nested too deeply
 */
export async function requireValidJson(request: Request): Promise<Request> {
  if (!request.body || !isJsonType(request.headers.get('content-type'))) return request
  const bytes = await request.arrayBuffer()
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text) value = JSON.parse(text)
  } catch (error) {
    throw new HttpError('invalid_json', 'The body of this request is not JSON.', { cause: error })
  }
  if (isDeeper(value, maxDepth)) {
    throw new HttpError('bad_request', `Values can be nested in ${maxDepth} levels at most.`)
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: bytes })
}
