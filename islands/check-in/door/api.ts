import { ApiError, callApi } from '../../../cms/platform/ui/api.ts'

/** Why a call failed: the server can't be reached, the shift is over, or something that its text says. */
export type CallProblem = 'network' | 'over' | 'signed_out' | 'refused'

/** Codes of replies to one request, which say nothing about the shift. */
const ofRequest = ['not_your_door', 'may_not_override']
/** Statuses of a server that starts, is overloaded or can't be reached through its proxy. */
const unreachable = [0, 429, 500, 502, 503, 504]

export function problemOf(error: unknown): CallProblem {
  if (!(error instanceof ApiError)) return 'network'
  if (error.code === 'shift_over') return 'over'
  if (ofRequest.includes(error.code)) return 'refused'
  if (unreachable.includes(error.status)) return 'network'
  if (error.status === 401 || error.status === 403) return 'signed_out'
  return error.code === 'link_gone' ? 'signed_out' : 'refused'
}

/** When a reply came, on the phone's clock, and the server's time in it. */
export type Timing = { sentAt: number; receivedAt: number; serverAt: number }

/** Makes the calls of a door. @param base `/api/check-in/door`, with the token of a link */
export const doorCall =
  (base: string, onTime: (timing: Timing) => void) =>
  async <Reply>(name: string, body: object, timeoutMs = 8_000): Promise<Reply> => {
    const sentAt = Date.now()
    const reply = await callApi<Reply & { now?: number }>(`${base}/${name}`, { body, timeoutMs })
    if (reply.now) onTime({ sentAt, receivedAt: Date.now(), serverAt: reply.now })
    return reply
  }
