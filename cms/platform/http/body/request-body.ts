import type { PayloadRequest } from 'payload'
import { HttpError } from '../errors.ts'
import { isJsonType } from './json-body.ts'

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Whether a Content-Type is that of an HTML form. */
export const isFormType = (type: string | undefined): boolean => formTypes.test(type ?? '')

/**
 * The form in a request's body.
 * @returns null if the Content-Type names no form
 * @throws HttpError `bad_request` if the form cannot be read
 */
export async function readForm(req: PayloadRequest): Promise<FormData | null> {
  const type = req.headers.get('content-type') ?? ''
  if (isJsonType(type) || !isFormType(type)) return null
  const form = await req.formData?.().catch((cause: unknown) => {
    throw cause instanceof HttpError
      ? cause
      : new HttpError('bad_request', 'This is no form that can be read.', { cause })
  })
  return form ?? new FormData()
}

/**
 * The JSON value in a request's body; an empty object if the body is empty.
 * @throws HttpError `invalid_json`, `too_large`
 */
export async function readJson(req: PayloadRequest): Promise<unknown> {
  try {
    const bytes = (await req.arrayBuffer?.()) ?? new ArrayBuffer()
    if (!bytes.byteLength) return {}
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError('invalid_json', 'The body of this request is not JSON.', { cause: error })
  }
}
