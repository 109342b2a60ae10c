import { HttpError } from './errors.ts'

/** Whether a body is JSON, by its Content-Type. */
export function saysJson(contentType: string | null | undefined): boolean {
  const [type] = (contentType ?? '').split(';', 1)
  return type?.trim().toLowerCase() === 'application/json'
}

/**
 * A request whose body, where it says it is JSON, has been read and is JSON. Payload would put other
 * characters in the place of those that can't be read, and store them.
 * @throws HttpError `invalid_json`
 */
export async function withReadableJson(request: Request): Promise<Request> {
  if (!request.body || !saysJson(request.headers.get('content-type'))) return request
  const bytes = await request.arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text) JSON.parse(text)
  } catch (error) {
    throw new HttpError('invalid_json', 'The body of this request is not JSON.', { cause: error })
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: bytes })
}
