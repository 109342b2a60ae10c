import { HttpError } from './errors.ts'

/** Whether a Content-Type header names JSON. */
export function isJsonType(contentType: string | null | undefined): boolean {
  const [type] = (contentType ?? '').split(';', 1)
  return type?.trim().toLowerCase() === 'application/json'
}

/**
 * Checks that a JSON body is valid UTF-8 and valid JSON. Payload would replace invalid characters and
 * store the result.
 * @returns the same request with its body buffered
 * @throws HttpError `invalid_json`
 */
export async function requireValidJson(request: Request): Promise<Request> {
  if (!request.body || !isJsonType(request.headers.get('content-type'))) return request
  const bytes = await request.arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text) JSON.parse(text)
  } catch (error) {
    throw new HttpError('invalid_json', 'The body of this request is not JSON.', { cause: error })
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: bytes })
}
