import { APIError } from 'payload'

/** @throws APIError with a message for the client */
export function refuse(message: string, status = 400): never {
  throw new APIError(message, status, undefined, true)
}
