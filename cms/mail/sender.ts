import { setTimeout as sleep } from 'node:timers/promises'
import { batched } from './batch.ts'
import type { Claims, Settled, Taken } from './claims.ts'
import type { ContentOf } from './contract.ts'
import { createDoubt, type Tried } from './doubt.ts'
import { composeMessage, messageIdOf, type Sender } from './message.ts'
import { type Outcome, settle, troubleOf } from './rules.ts'
import type { Smtp } from './smtp.ts'

export type MailSender = {
  /**
   * Takes what is due until nothing is, until the server can’t be reached, or for about a second: then
   * its worker has other things to do. What was begun goes on.
   * @returns whether more may be due
   * @throws the database’s error where it is away; what became of mails meanwhile is kept for later
   */
  run: () => Promise<boolean>
  /** Takes no more, gives back what was not begun, and resolves when nothing is on its way. */
  stop: () => Promise<void>
}

type Parts = {
  claims: Claims
  smtp: Smtp
  /** How many mails may be on their way at once. */
  connections: number
  /** How many are taken before there is a connection for them, so that none waits for the database. */
  ahead: number
  contentOf: ContentOf
  /** Asked once for each turn. */
  whoSends: () => Promise<Sender>
  /** Hears why the server can’t be reached, and null when it can again. */
  tell: (trouble: string | null) => void
}

const turnMs = 1000
const firstRestMs = 5000
const longestRestMs = 60_000

/** Sends mails, each as a message of its own, the urgent ones first. */
export function createSender(parts: Parts): MailSender {
  const { claims, smtp, connections, ahead, contentOf, whoSends, tell } = parts
  const handOver = batched(claims.handOver)
  const ready: { mail: Taken; sender: Sender }[] = []
  let unsettled: Settled[] = []
  let busy = 0
  let restMs = 0
  let restUntil = 0
  let stopped = false
  const waiting: (() => void)[] = []
  const change = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  const isResting = () => stopped || performance.now() < restUntil

  const settleAll = batched(async (_: null[]) => {
    const known = unsettled
    unsettled = []
    try {
      if (known.length) await claims.settle(known)
    } catch (error) {
      unsettled = [...known, ...unsettled]
      throw error
    }
  })
  const note = ({ mail, outcome, messageId }: Tried) => {
    const settlement = settle(outcome, mail.tries)
    if (!settlement) return
    unsettled.push({ ...settlement, id: mail.id, claim: mail.claim, messageId })
    // Where it can’t be written now, the next turn begins with it.
    settleAll(null).catch(() => {})
  }
  const release = (mail: Taken) => note({ mail, outcome: { how: 'released' }, messageId: null })
  // A server that is away is no fault of a mail: it is left in peace for a while.
  const heed = (outcome: Outcome) => {
    const trouble = troubleOf(outcome)
    if (trouble !== null) {
      // Those that were on their way together have all met the same.
      if (isResting()) return
      if (!restMs) tell(trouble)
      restMs = Math.min(Math.max(firstRestMs, restMs * 2), longestRestMs)
      restUntil = performance.now() + restMs
    } else if (outcome.how === 'accepted' && restMs) {
      restMs = 0
      tell(null)
    }
  }
  const doubt = createDoubt()
  const heedAll = (tried: Tried[]) => {
    for (const each of tried) {
      heed(each.outcome)
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
      const error = `It could not be written: ${why}`
      return note({ mail, outcome: { how: 'lost', error, ended: false }, messageId: null })
    }
    const envelope = { from: sender.bounce, to: mail.to_address, message }
    const outcome = await smtp.send(envelope, async () => (await handOver(mail)).has(mail.id))
    heedAll(doubt.weigh({ mail, outcome, messageId: messageIdOf(mail, sender.from.address) }))
  }
  const start = () => {
    while (busy < connections && ready.length) {
      const { mail, sender } = ready.shift() as (typeof ready)[number]
      busy++
      void send(mail, sender).finally(() => {
        busy--
        start()
        for (const go of waiting.splice(0)) go()
      })
    }
  }

  return {
    run: async () => {
      await settleAll(null)
      let sender: Sender | undefined
      const until = performance.now() + turnMs
      while (!isResting()) {
        const leftMs = until - performance.now()
        if (leftMs <= 0) return true
        const room = ahead - ready.length
        if (room < ahead / 2) {
          await Promise.race([change(), sleep(leftMs)])
          continue
        }
        sender ??= await whoSends()
        const { mails, againMs } = await claims.take(room)
        for (const mail of mails) ready.push({ mail, sender })
        ready.sort((one, other) => one.mail.priority - other.mail.priority)
        start()
        if (againMs === null) {
          if (!busy && !ready.length) heedAll(doubt.believe())
          return false
        }
        if (againMs) await sleep(Math.min(againMs, leftMs))
      }
      return false
    },
    stop: async () => {
      stopped = true
      for (const { mail } of ready.splice(0)) release(mail)
      while (busy) await change()
      heedAll(doubt.believe())
      await settleAll(null)
      smtp.close()
    },
  }
}
