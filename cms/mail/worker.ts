import { randomInt } from 'node:crypto'
import type { Payload } from 'payload'
import { createPresence } from '../database/presence.ts'
import { databaseOf } from '../database/sql.ts'
import { databaseUrl } from '../database/url.ts'
import { env } from '../env.ts'
import { startWorker, type Worker } from '../jobs/background.ts'
import { log } from '../log.ts'
import { findVenue } from '../venue/service.ts'
import { claimsOf, recoverMails, workerLocks } from './claims.ts'
import { notedContentOf } from './content.ts'
import { keepMails } from './mailbox.ts'
import { createSender } from './sender.ts'
import { createSmtp } from './smtp.ts'
import { whoSends } from './who-sends.ts'

const everyMs = 1000

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
  if (!SMTP_URL) {
    return startWorker('mail', everyMs, () => keepMails(db, contentOf, development))
  }

  const number = randomInt(1, 2 ** 31 - 1)
  const presence = createPresence(databaseUrl(), [workerLocks, number], 'common-room-mail')
  const sender = createSender({
    claims: claimsOf(db, number, MAIL_PER_SECOND),
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
  const worker = startWorker('mail', everyMs, async () => {
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
