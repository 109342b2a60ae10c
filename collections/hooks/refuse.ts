import { APIError } from 'payload'

/** @throws APIError with 400 and a message for the client */
export function refuse(message: string): never {
  throw new APIError(message, 400, undefined, true)
}
