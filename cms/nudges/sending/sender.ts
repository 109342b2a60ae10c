import { batched } from '../../jobs/batched.ts'
import { createOutcomes } from '../../jobs/outcomes.ts'
import type { PushResult } from '../../push/contract.ts'
import { retryDelayMs } from '../../push/rules.ts'
import type { Claims, Settled, Taken } from '../queries/claims.ts'
import { released, type Settlement, settle } from './rules.ts'

export type NudgeSender = {
  /**
   * Takes and sends due deliveries until none is due, or about a second has passed. Deliveries in progress
   * are finished afterwards.
   * @returns whether more may be due
   * @throws the database's error if it is unavailable; outcomes that could not be stored are stored later
   */
  run: () => Promise<boolean>
  /** Takes no more deliveries, releases those not begun, and resolves when none is being sent. */
  stop: () => Promise<void>
}

type Parts = {
  claims: Claims
  /** Sends one delivery to its push service. */
  send: (delivery: Taken) => Promise<PushResult>
  /** How many are sent at a time. */
  connections: number
  /** Called when a delivery could not be sent for a reason of this program. */
  onError: (error: unknown) => void
  now?: () => number
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const turnMs = 1000
/**
 * A push service that fails this often in a row gets nothing for a while. One failure delays only its own
 * delivery, because push services also limit the messages of a single device.
 */
const maxFailures = 5
const restMs = 30_000
const maxRestMs = 5 * 60_000
const afterErrorMs = 5000

/** Sends deliveries. A push service that is unavailable gets none for a while. */
export function createSender({
  claims,
  send,
  connections,
  onError,
  now = Date.now,
}: Parts): NudgeSender {
  const ahead = connections * 2
  const handOver = batched(claims.handOver)
  const queue: Taken[] = []
  const pausedUntil = new Map<string, number>()
  const failures = new Map<string, number>()
  const outcomes = createOutcomes<Settled>(claims.settle)
  let sending = 0
  let isStopped = false
  // A claim may have been committed although its reply was lost.
  let mayHaveForgotten = false
  const inProgress = new Set<number>()
  const waiting: (() => void)[] = []
  const change = () => new Promise<void>((resolve) => waiting.push(resolve))

  const note = ({ id, claim, device, endpoint }: Taken, settlement: Settlement) => {
    outcomes.add({ ...settlement, id, claim, device, endpoint })
  }
  const pauseLeftMs = ({ endpoint }: Taken) =>
    Math.max(0, (pausedUntil.get(originOf(endpoint)) ?? 0) - now())

  // So that a push service that is down does not hold up the others.
  const noteHealth = (endpoint: string, outcome: PushResult) => {
    const origin = originOf(endpoint)
    if (outcome.kind !== 'later') {
      failures.delete(origin)
      return
    }
    const failed = (failures.get(origin) ?? 0) + 1
    failures.set(origin, failed)
    if (failed < maxFailures) return
    pausedUntil.set(origin, now() + Math.min(outcome.afterMs ?? restMs, maxRestMs))
  }

  const sendOne = async (delivery: Taken): Promise<void> => {
    const { expiresAt, id, tries, endpoint } = delivery
    const leftMs = +expiresAt - now()
    const pauseMs = pauseLeftMs(delivery)
    if (isStopped) return note(delivery, released())
    if (pauseMs) {
      const outcome = { kind: 'later', afterMs: pauseMs } as const
      const settlement = settle(outcome, { tries: 0, backOffMs: 0, leftMs })
      return note(delivery, { ...settlement, countsTry: false })
    }
    let outcome: PushResult
    try {
      if (!(await handOver(delivery)).has(id)) return
      outcome = await send(delivery)
    } catch (error) {
      // Nothing was sent.
      onError(error)
      const isInvalid = error instanceof RangeError
      const invalid = { kind: 'refused', status: null } as const
      return note(
        delivery,
        isInvalid ? settle(invalid, { tries, backOffMs: 0, leftMs }) : released(afterErrorMs),
      )
    }
    noteHealth(endpoint, outcome)
    note(delivery, settle(outcome, { tries, backOffMs: retryDelayMs(tries + 1), leftMs }))
  }
  const start = () => {
    while (sending < connections && queue.length) {
      const delivery = queue.shift() as Taken
      sending++
      void sendOne(delivery).finally(() => {
        sending--
        inProgress.delete(delivery.id)
        start()
        for (const go of waiting.splice(0)) go()
      })
    }
  }

  return {
    run: async () => {
      await outcomes.flush()
      const until = performance.now() + turnMs
      while (!isStopped) {
        const leftMs = until - performance.now()
        if (leftMs <= 0) return true
        const room = ahead - queue.length
        if (room < ahead / 2) {
          await Promise.race([change(), sleep(leftMs)])
          continue
        }
        if (mayHaveForgotten) await claims.releaseForgotten([...inProgress])
        mayHaveForgotten = true
        const { deliveries, hasMore } = await claims.take(room)
        mayHaveForgotten = false
        for (const { id } of deliveries) inProgress.add(id)
        queue.push(...deliveries)
        start()
        if (!hasMore) return false
      }
      return false
    },
    stop: async () => {
      isStopped = true
      for (const delivery of queue.splice(0)) note(delivery, released())
      while (sending) await change()
      await outcomes.flush()
    },
  }
}

const originOf = (endpoint: string): string => URL.parse(endpoint)?.origin ?? endpoint
