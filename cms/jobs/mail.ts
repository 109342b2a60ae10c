import type { Payload } from 'payload'
import { databaseOf } from '../database/sql.ts'
import { databaseUrl } from '../database/url.ts'
import { beat } from '../editing/worker-state.ts'
import { env } from '../env.ts'
import { log } from '../log.ts'
import { claimsOf, recoverMails } from '../mail/claims.ts'
import { notedContentOf } from '../mail/content.ts'
import { keepMails } from '../mail/mailbox.ts'
import { createPresence } from '../mail/presence.ts'
import { mailWorker } from '../mail/rules.ts'
import { createSender } from '../mail/sender.ts'
import { createSmtp } from '../mail/smtp.ts'
import { whoSends } from '../mail/who-sends.ts'
import { findVenue } from '../venue/service.ts'
import { startWorker, type Worker } from './worker.ts'

const everyMs = 1000
const beatEveryMs = 10_000

/**
 * Sends what is in the outbox, in every process.
 * @param development whether codes and links of mails that stay here are printed
 */
export function startMailWorker(
  payload: Payload,
  { development }: { development: boolean },
): Worker {
  const { MAIL_CONNECTIONS, MAIL_PER_SECOND, SMTP_URL } = env()
  const db = databaseOf(payload)
  const contentOf = notedContentOf(payload)
  let beaten = Number.NEGATIVE_INFINITY
  const beatNow = async () => {
    if (performance.now() - beaten < beatEveryMs) return
    await beat(payload, mailWorker)
    beaten = performance.now()
  }
  if (!SMTP_URL) {
    return startWorker(mailWorker, everyMs, async () => {
      await beatNow()
      await keepMails(db, contentOf, development)
    })
  }

  const presence = createPresence(databaseUrl())
  const sender = createSender({
    claims: claimsOf(db, presence.worker, MAIL_PER_SECOND),
    smtp: createSmtp(SMTP_URL),
    connections: MAIL_CONNECTIONS,
    // What was taken and then held up goes out in one burst: at most what a tenth of a second allows.
    ahead: Math.max(1, Math.min(MAIL_CONNECTIONS * 4, Math.floor(MAIL_PER_SECOND / 10))),
    contentOf,
    whoSends: async () => whoSends(await findVenue(payload)),
    tell: (trouble) =>
      trouble
        ? log.error({ trouble }, 'the mail server takes no mails; they wait')
        : log.info('the mail server is back'),
  })
  const worker = startWorker(mailWorker, everyMs, async () => {
    await beatNow()
    await presence.ensure()
    const recovered = await recoverMails(db)
    if (recovered.queued || recovered.unknown) {
      log.warn(recovered, 'a process that sent mails is gone; these were its own')
    }
    if (await sender.run()) worker.wake()
  })
  return {
    wake: worker.wake,
    stop: async () => {
      const sent = sender.stop()
      await worker.stop(sent)
      await presence.leave()
    },
  }
}
