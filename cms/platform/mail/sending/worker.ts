import { randomInt } from 'node:crypto'
import type { Payload } from 'payload'
import { createPresence } from '../../database/presence.ts'
import { databaseOf } from '../../database/query.ts'
import { databaseUrl } from '../../database/url.ts'
import { startWorker, type WorkerLoop } from '../../jobs/background.ts'
import { env } from '../../runtime/env.ts'
import { log } from '../../runtime/log/log.ts'
import { findMailBranding } from '../branding.ts'
import { createStoringContentReader } from '../content.ts'
import { mailKindsOf } from '../kinds.ts'
import { keepDueMailsInMailbox } from '../mailbox/mailbox.ts'
import { claimsOf, recoverMails, workerLocks } from '../queries/claims.ts'
import { createMailSender } from './sender.ts'
import { senderOf } from './sender-address.ts'
import { createSmtp } from './smtp.ts'

const everyMs = 1000

/**
 * Sends the mails of the outbox. Runs in every process.
 * @param development whether the newest code or link is logged, if there is no mail server
 */
export function startMailWorker(
  payload: Payload,
  { development }: { development: boolean },
): WorkerLoop {
  const { MAIL_CONNECTIONS, MAIL_PER_SECOND, SMTP_URL } = env()
  const db = databaseOf(payload)
  if (!SMTP_URL) {
    return startWorker('mail', everyMs, () => keepDueMailsInMailbox(payload, { development }))
  }

  const workerId = randomInt(1, 2 ** 31 - 1)
  const presence = createPresence(databaseUrl(), [workerLocks, workerId], 'common-room-mail')
  const sender = createMailSender({
    claims: claimsOf(db, {
      worker: workerId,
      perSecond: MAIL_PER_SECOND,
      expiring: mailKindsOf(payload).flatMap(({ kind, expiresAfterMs: afterMs }) =>
        afterMs ? [{ kind, afterMs }] : [],
      ),
    }),
    smtp: createSmtp(SMTP_URL),
    connections: MAIL_CONNECTIONS,
    // At most as many mails as the rate limit allows in a tenth of a second, because waiting mails may be sent in one
    // burst.
    maxWaiting: Math.max(1, Math.min(MAIL_CONNECTIONS * 4, Math.floor(MAIL_PER_SECOND / 10))),
    contentOf: createStoringContentReader(payload),
    findSender: async () => senderOf(await findMailBranding(payload)),
    onTrouble: (trouble) =>
      trouble
        ? log.error({ trouble }, 'the mail server accepts no mails; they stay queued')
        : log.info('the mail server accepts mails again'),
  })
  const worker = startWorker('mail', everyMs, async () => {
    await presence.ensure()
    const recovered = await recoverMails(db)
    if (recovered.queued || recovered.unknown) {
      log.warn(recovered, 'a mail worker died; its mails were recovered')
    }
    if (await sender.run()) worker.wake()
  })
  return {
    wake: worker.wake,
    stop: async () => {
      const stopping = sender.stop()
      await worker.stop(stopping)
      await presence.leave()
    },
  }
}
