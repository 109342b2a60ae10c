import type { IncomingMessage } from 'node:http'
import { providerNetworkOf } from '../limits/networks.ts'
import { clientBlock } from './client-address.ts'

const perClient = 4
const perProvider = 6
/** A turn ends after this time even if its request goes on, because such a request mostly waits. */
const longestTurnMs = 1000

type Line = { running: number; waiting: (() => void)[] }

/**
 * Limits how many requests of one client, and of one provider's network, are processed at the same time.
 * Further ones wait, first come, first served. So requests of others wait for a few of them at most, however
 * many a network sends at once within its budget. Requests with bodies take no turn, because their senders
 * could hold it for as long as they like.
 */
export function createTurns() {
  const lines = new Map<string, Line>()

  const enter = async (key: string, most: number): Promise<() => void> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    // The request that ends passes its place on and leaves `running` unchanged.
    if (line.running >= most) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.running++
    return () => {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }

  return {
    /** Waits for a turn. @returns ends the turn; may be called more than once */
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
      const timer = setTimeout(end, longestTurnMs)
      return end
    },
  }
}
