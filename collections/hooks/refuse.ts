import { APIError } from 'payload'

/** @throws APIError with 400 and these words for whoever sent the request */
export function refuse(message: string): never {
  throw new APIError(message, 400, undefined, true)
}
