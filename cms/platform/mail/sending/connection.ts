import { Readable } from 'node:stream'
import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionOptions,
} from 'nodemailer/lib/smtp-connection'
import type { Outcome } from '../rules.ts'

/** A message with its envelope: one sender, one recipient. */
export type EnvelopedMessage = { from: string; to: string; message: Buffer }
/** Called before the end of the message is written. If it returns false, the message is aborted. */
export type ConfirmEnd = () => Promise<boolean>

/** A connection to a mail server, ready for messages, one at a time. */
export type SmtpConnection = {
  /** @returns the outcome, and whether any part of the message itself was written */
  send: (
    envelope: EnvelopedMessage,
    confirmEnd: ConfirmEnd,
  ) => Promise<{ outcome: Outcome; wasBegun: boolean }>
  /** How many messages were passed to `send`. */
  countSent: () => number
  isOpen: () => boolean
  quit: () => void
}

type Failure = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/** Connects and logs in. @throws Error if that fails */
export async function connect(
  options: SMTPConnectionOptions & { auth?: SMTPConnectionAuth | undefined },
): Promise<SmtpConnection> {
  const smtp = new SMTPConnection(options)
  await new Promise<void>((resolve, reject) => {
    // This listener stays, because an error without a listener would end the process. `send` also reports later errors.
    smtp.on('error', reject)
    smtp.once('end', () => reject(new Error('The mail server ended the connection.')))
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    smtp.connect((error) => {
      if (error || !options.auth) done(error)
      // A server that offers no login would refuse every recipient.
      else if (!smtp.allowsAuth) done(new Error('The mail server asks for no user and password.'))
      else smtp.login(options.auth, done)
    })
  }).catch((error: unknown) => {
    smtp.close()
    throw error
  })
  let sent = 0
  return {
    send: async (envelope, confirmEnd) => {
      sent++
      const result = await sendOn(smtp, envelope, confirmEnd)
      // If the SMTP transaction cannot be reset, the connection is closed: the server would read the next message as
      // the rest of the failed one.
      if (result.outcome.how !== 'accepted' && !(await resetTransaction(smtp, result))) smtp.close()
      return result
    },
    countSent: () => sent,
    isOpen: () => !smtp.destroyed,
    quit: () => smtp.quit(),
  }
}

function sendOn(
  smtp: SMTPConnection,
  { from, to, message }: EnvelopedMessage,
  confirmEnd: ConfirmEnd,
): Promise<{ outcome: Outcome; wasBegun: boolean }> {
  let wasBegun = false
  let ended = false
  return new Promise((resolve) => {
    let isAnswered = false
    const answer = (outcome: Outcome) => {
      isAnswered = true
      resolve({ outcome, wasBegun })
    }
    const end = async () => {
      try {
        const isConfirmed = await confirmEnd()
        // The server answered before the end of the message, or disconnected. It does not have the whole
        // message.
        if (isAnswered || body.destroyed) return
        if (!isConfirmed) return answer({ how: 'fenced' })
        ended = true
        body.push(null)
      } catch {
        answer({ how: 'released' })
      }
    }
    const body = new Readable({
      read() {
        if (wasBegun) return
        wasBegun = true
        body.push(message)
        void end()
      },
    })
    smtp.send({ from, to: [to], size: message.length }, body, (error, info) => {
      if (error) answer(outcomeOf(error as Failure, ended))
      else if (ended) answer({ how: 'accepted', response: info?.response ?? '' })
      else answer({ how: 'lost', error: 'The server answered before the end.', ended })
    })
  })
}

const places = new Map<string | undefined, 'recipient' | 'message'>([
  ['RCPT TO', 'recipient'],
  ['DATA', 'message'],
])

function outcomeOf(error: Failure, ended: boolean): Outcome {
  const { code, command, message, response, responseCode } = error
  if (responseCode) {
    const at = places.get(command) ?? 'elsewhere'
    return { how: 'refused', code: responseCode, at, response: response ?? message }
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { how: 'unfit', error: message }
  return { how: 'lost', error: message, ended }
}

/** Resets the SMTP transaction after a refused envelope. @returns whether the connection can be used again */
async function resetTransaction(
  smtp: SMTPConnection,
  { outcome, wasBegun }: { outcome: Outcome; wasBegun: boolean },
): Promise<boolean> {
  if (wasBegun || outcome.how !== 'refused' || smtp.destroyed) return false
  return new Promise((resolve) => {
    const fail = () => resolve(false)
    smtp.once('end', fail)
    smtp.reset((error) => {
      smtp.off('end', fail)
      resolve(!error)
    })
  })
}
