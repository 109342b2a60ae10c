import type { IncomingMessage } from 'node:http'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../limits/concurrency.ts'
import { providerNetworkOf } from '../../limits/networks.ts'
import { clientBlock } from './client-address.ts'

const perClient = 2
const perProvider = 3
/** A turn ends after this time even if its request is still running, because such a request mostly waits. */
const maxTurnMs = 1000

/**
 * Limits how many requests of one client, and of one provider's network, are processed at the same time.
 * Further requests wait in a first-in, first-out queue. A network may send many requests at once within its
 * budget, but requests of other networks wait for only a few of them. Requests with bodies take no turn, because
 * the turn might pass while the body is still arriving.
 */
export function createTurns() {
  const limiters = new Map<string, ConcurrencyLimiter>()

  const enter = async (key: string, running: number): Promise<() => void> => {
    const limiter =
      limiters.get(key) ?? createConcurrencyLimiter({ running, waiting: Number.POSITIVE_INFINITY })
    limiters.set(key, limiter)
    const leave = await limiter.enter()
    return () => {
      leave()
      if (limiter.isIdle()) limiters.delete(key)
    }
  }

  return {
    /** Waits for a turn. @returns a function that ends the turn; it may be called more than once */
    async take(req: Pick<IncomingMessage, 'headers' | 'socket'>): Promise<() => void> {
      const client = clientBlock(req)
      const leaveClient = await enter(`client ${client}`, perClient)
      const leaveProvider = await enter(`provider ${providerNetworkOf(client)}`, perProvider)
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        leaveProvider()
        leaveClient()
      }
      const timer = setTimeout(end, maxTurnMs)
      return end
    },
  }
}
