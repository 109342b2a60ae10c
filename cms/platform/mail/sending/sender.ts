import { batched } from '../../jobs/batched.ts'
import { createOutcomes } from '../../jobs/outcomes.ts'
import type { ContentOf } from '../contract.ts'
import type { Claims, Settled, Taken } from '../queries/claims.ts'
import { nextState, notWrittenPrefix, type Outcome, troubleOf } from '../rules.ts'
import { composeMessage, messageIdOf, type Sender } from './message.ts'
import { createRefusalFilter, type Tried } from './refusals.ts'
import type { Smtp } from './smtp.ts'

export type MailSender = {
  /**
   * Takes and sends due mails until none is due, the server is unreachable, or about a second has
   * passed. Mails in progress are finished afterwards.
   * @returns whether more mails may be due
   * @throws the database's error if the database is unavailable; outcomes that could not be stored are
   *   stored later
   */
  run: () => Promise<boolean>
  /**
   * Takes no more mails, releases the taken mails that it has not begun to send, and resolves when no mail is being
   * sent.
   */
  stop: () => Promise<void>
}

type Parts = {
  claims: Claims
  smtp: Smtp
  connections: number
  /** How many taken mails may wait in memory, so that no connection waits for the database. */
  maxWaiting: number
  contentOf: ContentOf
  /** Called at most once in each run. */
  findSender: () => Promise<Sender>
  /** Called with the reason when the server accepts no mails, and with null when it accepts mails again. */
  onTrouble: (trouble: string | null) => void
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const turnMs = 1000
const firstRestMs = 5000
const maxRestMs = 60_000

/** Sends mails, the urgent ones first. */
export function createMailSender(parts: Parts): MailSender {
  const { claims, smtp, connections, maxWaiting, contentOf, findSender, onTrouble } = parts
  const handOver = batched(claims.handOver)
  const queue: { mail: Taken; sender: Sender }[] = []
  const outcomes = createOutcomes<Settled>(claims.settle)
  let sending = 0
  let restMs = 0
  let restUntil = 0
  let isStopped = false
  const waiting: (() => void)[] = []
  const change = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  const isResting = () => isStopped || performance.now() < restUntil

  const note = ({ mail, outcome, messageId }: Tried) => {
    const settlement = nextState(outcome, mail.tries)
    if (!settlement) return
    outcomes.add({ ...settlement, id: mail.id, claim: mail.claim, messageId })
  }
  const release = (mail: Taken) => note({ mail, outcome: { how: 'released' }, messageId: null })
  // While the server is unavailable, the sender rests for longer and longer periods.
  const noteTrouble = (outcome: Outcome) => {
    const trouble = troubleOf(outcome)
    if (trouble !== null) {
      // Mails that were being sent at the same time fail for the same reason. They do not prolong the rest.
      if (isResting()) return
      if (!restMs) onTrouble(trouble)
      restMs = Math.min(Math.max(firstRestMs, restMs * 2), maxRestMs)
      restUntil = performance.now() + restMs
    } else if (outcome.how === 'accepted' && restMs) {
      restMs = 0
      onTrouble(null)
    }
  }
  const refusals = createRefusalFilter()
  const applyAll = (tried: Tried[]) => {
    for (const each of tried) {
      noteTrouble(each.outcome)
      note(each)
    }
  }

  const send = async (mail: Taken, sender: Sender): Promise<void> => {
    if (isResting()) return release(mail)
    let message: Buffer
    try {
      message = await composeMessage(mail, await contentOf(mail), sender)
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      const error = notWrittenPrefix + why
      return note({ mail, outcome: { how: 'lost', error, ended: false }, messageId: null })
    }
    const envelope = { from: sender.bounceAddress, to: mail.to_address, message }
    const outcome = await smtp.send(envelope, async () => (await handOver(mail)).has(mail.id))
    applyAll(refusals.add({ mail, outcome, messageId: messageIdOf(mail, sender.from.address) }))
  }
  const start = () => {
    while (sending < connections && queue.length) {
      const { mail, sender } = queue.shift() as (typeof queue)[number]
      sending++
      void send(mail, sender).finally(() => {
        sending--
        start()
        for (const go of waiting.splice(0)) go()
      })
    }
  }

  return {
    run: async () => {
      await outcomes.flush()
      let sender: Sender | undefined
      const until = performance.now() + turnMs
      while (!isResting()) {
        const leftMs = until - performance.now()
        if (leftMs <= 0) return true
        const room = maxWaiting - queue.length
        if (room < maxWaiting / 2) {
          await Promise.race([change(), sleep(leftMs)])
          continue
        }
        sender ??= await findSender()
        const { mails, retryAfterMs } = await claims.take(room)
        for (const mail of mails) queue.push({ mail, sender })
        queue.sort((one, other) => one.mail.priority - other.mail.priority)
        start()
        if (retryAfterMs === null) {
          if (!sending && !queue.length) applyAll(refusals.flush())
          return false
        }
        if (retryAfterMs) await sleep(Math.min(retryAfterMs, leftMs))
      }
      return false
    },
    stop: async () => {
      isStopped = true
      for (const { mail } of queue.splice(0)) release(mail)
      while (sending) await change()
      applyAll(refusals.flush())
      await outcomes.flush()
      smtp.close()
    },
  }
}
