import type { PayloadRequest } from 'payload'
import { port } from '../../platform/port.ts'

/**
 * Reverses a transfer of a member's credit, and what belongs to it, after a second person has approved it; in the
 * request's transaction. @returns the new transfers @throws HttpError if it cannot be reversed now
 */
export const creditReversals =
  port<
    (
      req: PayloadRequest,
      staff: number,
      reversal: { key: string; transfer: number; reason: string },
    ) => Promise<number[]>
  >('reversals of credit')
