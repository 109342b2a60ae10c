import { batched } from '../../../platform/jobs/batched.ts'
import { createOutcomes } from '../../../platform/jobs/outcomes.ts'
import type { PushResult } from '../../../platform/push/contract.ts'
import { retryDelayMs } from '../../../platform/push/rules.ts'
import type { Answer } from '../queries/answers.ts'
import type { ClaimedDelivery, ClaimStore, SettledDelivery } from '../queries/claims.ts'
import { releasedSettlement, type Settlement, settlementAfter } from './rules.ts'
import { createServices, newTimeoutMs, type Service } from './services.ts'

export type NudgeSender = {
  /**
   * Takes and sends due deliveries until none is due, or about a second has passed. Deliveries that are being sent at
   * that time are still completed.
   * @returns whether more may be due
   * @throws the database's error if it is unavailable; outcomes that could not be stored are stored later
   */
  run: () => Promise<boolean>
  /** Takes no more deliveries, releases those that are not being sent yet, and resolves when none is being sent. */
  stop: () => Promise<void>
}

type Outcome = SettledDelivery & { nudge: number; answer: Answer['answer'] | null }

type Parts = {
  claims: ClaimStore
  /** See the query of this name. Called only for devices for which the push service has not accepted a message yet. */
  saveAnswers: (answers: readonly Answer[]) => Promise<unknown>
  /** Sends one delivery to its push service. @param timeoutMs a timeout other than the default */
  send: (delivery: ClaimedDelivery, timeoutMs?: number) => Promise<PushResult>
  /** How many deliveries are sent at a time. */
  connections: number
  /** Called when a delivery could not be sent because of an error in this program or its database. */
  onError: (error: unknown) => void
  now?: () => number
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const turnMs = 1000
const pauseAfterErrorMs = 5000

/** Sends deliveries. A push service that is unavailable gets none for a while; see `createServices`. */
export function createSender({
  claims,
  saveAnswers,
  send,
  connections,
  onError,
  now = Date.now,
}: Parts): NudgeSender {
  const maxReady = connections * 2
  const handOver = batched(claims.handOver)
  const services = createServices<ClaimedDelivery>(connections, now)
  const outcomes = createOutcomes<Outcome>(async (batch) => {
    await claims.settle(batch)
    const answers = batch.flatMap(({ answer, ...rest }) => (answer ? { ...rest, answer } : []))
    if (answers.length) await saveAnswers(answers)
  })
  let sending = 0
  let isStopped = false
  // True while a claim may have been committed although the database's reply was lost.
  let mayHaveForgotten = false
  const inProgress = new Set<number>()
  const waiting: (() => void)[] = []
  const nextChange = () => new Promise<void>((resolve) => waiting.push(resolve))

  const note = (
    delivery: ClaimedDelivery,
    settlement: Settlement,
    answer: Answer['answer'] | null = null,
  ) => {
    const { id, claim, device, endpoint, nudge } = delivery
    outcomes.add({ ...settlement, id, claim, device, endpoint, nudge, answer })
  }

  const sendOne = async (
    delivery: ClaimedDelivery,
    service: Service<ClaimedDelivery>,
  ): Promise<void> => {
    const { expiresAt, id, tries, acceptedBefore } = delivery
    const leftMs = +expiresAt - now()
    const pauseMs = services.pauseLeftMs(service)
    if (isStopped) return note(delivery, releasedSettlement())
    if (pauseMs) return note(delivery, postponedSettlement(pauseMs, leftMs))
    let outcome: PushResult
    const isNew = service.rating === 'new'
    let begun = 0
    try {
      if (!(await handOver(delivery)).has(id)) return
      begun = now()
      outcome = await send(delivery, isNew ? newTimeoutMs : undefined)
    } catch (error) {
      // Nothing was sent.
      onError(error)
      const isInvalid = error instanceof RangeError
      const invalid = { kind: 'refused', status: null } as const
      return note(
        delivery,
        isInvalid
          ? settlementAfter(invalid, { tries, backOffMs: 0, leftMs })
          : releasedSettlement(pauseAfterErrorMs),
      )
    }
    services.noteResult(service, outcome, now() - begun)
    const settlement = settlementAfter(outcome, {
      tries,
      backOffMs: retryDelayMs(tries + 1),
      leftMs,
    })
    note(delivery, settlement, acceptedBefore ? null : answerOf(outcome, service.rating === 'new'))
  }
  const start = () => {
    while (sending < connections) {
      const next = services.next()
      if (!next) return
      const { item: delivery, service } = next
      sending++
      void sendOne(delivery, service).finally(() => {
        sending--
        services.end(service)
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
        const room = maxReady - services.countReady()
        if (room < maxReady / 2) {
          await Promise.race([nextChange(), sleep(leftMs)])
          continue
        }
        if (mayHaveForgotten) await claims.releaseForgotten([...inProgress])
        mayHaveForgotten = true
        const { deliveries, hasMore } = await claims.take(room)
        mayHaveForgotten = false
        for (const delivery of deliveries) {
          const waitMs = services.add(delivery)
          if (waitMs) note(delivery, postponedSettlement(waitMs, +delivery.expiresAt - now()))
          else inProgress.add(delivery.id)
        }
        start()
        if (!hasMore) return false
      }
      return false
    },
    stop: async () => {
      isStopped = true
      for (const delivery of services.drain()) note(delivery, releasedSettlement())
      while (sending) await nextChange()
      await outcomes.flush()
    },
  }
}

/** The settlement of a delivery that waits for its push service and was not sent. */
const postponedSettlement = (afterMs: number, leftMs: number): Settlement => ({
  ...settlementAfter({ kind: 'later', afterMs }, { tries: 0, backOffMs: 0, leftMs }),
  countsTry: false,
})

const answerOf = (outcome: PushResult, isNew: boolean): Outcome['answer'] => {
  if (outcome.kind === 'accepted') return 'accepted'
  return isNew && outcome.kind === 'later' && !outcome.isAnswered ? 'none' : null
}
