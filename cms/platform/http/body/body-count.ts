import type { IncomingMessage } from 'node:http'
import { HttpError } from '../errors.ts'
import { clientBlock } from '../server/client-address.ts'

/**
 * Counts the request bodies that each client is sending. A stalled body occupies a connection and memory.
 * @param most the maximum number of bodies per client at a time
 */
export function createBodyCount(most: number) {
  const counts = new Map<string, number>()
  return {
    /** @returns false if the client is already sending `most` bodies */
    begin(req: IncomingMessage): boolean {
      const { headers } = req
      if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) {
        return true
      }
      const client = clientBlock(req)
      const count = (counts.get(client) ?? 0) + 1
      if (count > most) return false
      counts.set(client, count)
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        const remaining = (counts.get(client) ?? 1) - 1
        if (remaining > 0) counts.set(client, remaining)
        else counts.delete(client)
      }
      req.once('end', end).once('close', end)
      return true
    },
  }
}

export const tooManyBodies = (): HttpError =>
  new HttpError('too_many_requests', 'That was too much at once. Please try again shortly.', {
    headers: { 'retry-after': '5' },
  })
