import { fork } from 'node:child_process'
import path from 'node:path'
import { root } from './folders.ts'
import type { Command, ReceivedMail } from './smtp-server-process.ts'

export type { ReceivedMail }

/**
 * A real SMTP server on this machine. See `smtp-server-process.ts` for the addresses that it
 * refuses.
 */
export type MailServer = {
  url: string
  /** The messages accepted since the start, or since `forget`. */
  received: () => Promise<ReceivedMail[]>
  countReceived: () => Promise<number>
  /** The source of the newest message to an address; empty if there is none. */
  sourceOf: (address: string) => Promise<string>
  forget: () => Promise<void>
  /** Delays the acceptance of each message. */
  answerAfter: (ms: number) => Promise<void>
  /** Replies to this many messages since the start or `forget`. Further replies wait until the number is raised. */
  holdAfter: (count: number) => Promise<void>
  /** Closes all connections and accepts none. */
  close: () => Promise<void>
  open: () => Promise<void>
  stop: () => void
}

export async function startMailServer(): Promise<MailServer> {
  const child = fork(path.join(root, 'tests/support/smtp-server-process.ts'), {
    serialization: 'advanced',
  })
  let last: Promise<unknown> = Promise.resolve()
  const send = <Answer>(command: Command): Promise<Answer> => {
    const answer = last.then(
      () =>
        new Promise<Answer>((resolve) => {
          child.once('message', (message: { answer: Answer }) => resolve(message.answer))
          child.send(command)
        }),
    )
    last = answer
    return answer
  }
  const port = await send<number>({ type: 'open' })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: () => send({ type: 'received' }),
    countReceived: () => send({ type: 'countReceived' }),
    sourceOf: (address) => send({ type: 'sourceOf', address }),
    forget: () => send({ type: 'forget' }),
    answerAfter: (ms) => send({ type: 'answerAfter', ms }),
    holdAfter: (count) => send({ type: 'holdAfter', count }),
    close: () => send({ type: 'close' }),
    open: () => send({ type: 'open' }),
    stop: () => child.disconnect(),
  }
}
