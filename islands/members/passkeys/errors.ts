import {
  type PasskeyErrorCode,
  passkeyErrors,
} from '../../../cms/features/members/passkeys/rules.ts'
import { browserErrorCodeOf, type Wait } from '../../../cms/platform/ui/browser-error.ts'

export type { PasskeyErrorCode }

const isErrorCode = (code: string): code is PasskeyErrorCode => Object.hasOwn(passkeyErrors, code)

/** A failed passkey operation: `code` for programs, `message` for the person. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly code: PasskeyErrorCode
  constructor(
    code: PasskeyErrorCode,
    { message, cause }: { message?: string; cause?: unknown } = {},
  ) {
    super(message ?? passkeyErrors[code], { cause })
    this.code = code
  }
}

/**
 * Translates an error of the browser's ceremony.
 * @param wait how long the prompt was open, and its timeout
 */
export const passkeyErrorOfCeremony = (error: unknown, wait: Wait): PasskeyError =>
  new PasskeyError(browserErrorCodeOf(error, wait), { cause: error })

type Refusal = { status: number; code: string; message: string }

// Statuses of refusals whose message is written for the person.
const statusesWithMessage = [401, 403, 429]

/**
 * Translates a failed call.
 * @param fallback the code to use if neither the server's code nor the status determines one
 */
export function passkeyErrorOfCall(error: Refusal, fallback: PasskeyErrorCode): PasskeyError {
  if (isErrorCode(error.code)) return new PasskeyError(error.code, { cause: error })
  if (statusesWithMessage.includes(error.status)) {
    return new PasskeyError('default', { message: error.message, cause: error })
  }
  const isUnavailable = error.status === 0 || error.status >= 500
  return new PasskeyError(isUnavailable ? 'server' : fallback, { cause: error })
}
