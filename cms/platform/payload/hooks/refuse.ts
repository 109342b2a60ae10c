import { APIError } from 'payload'

/**
 * @param reason a more precise code than the status, see `withErrorShape`
 * @throws APIError with a message for the client
 */
export function refuse(message: string, status = 400, reason?: string): never {
  throw new APIError(message, status, reason ? { reason } : undefined, true)
}
