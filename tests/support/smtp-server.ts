import { fork } from 'node:child_process'
import path from 'node:path'
import { root } from './folders.ts'
import type { Command, ReceivedMail } from './smtp-server-process.ts'

export type { ReceivedMail }

/** A real SMTP server on this machine. What it refuses, and why, stands in `smtp-server-process.ts`. */
export type MailServer = {
  url: string
  /** What it accepted since it was started, or since `forget`. */
  received: () => Promise<ReceivedMail[]>
  countReceived: () => Promise<number>
  /** The newest message to an address, whole; empty if there is none. */
  sourceOf: (address: string) => Promise<string>
  forget: () => Promise<void>
  /** Says yes to a message only after so long. */
  answerAfter: (ms: number) => Promise<void>
  /** Cuts every connection and takes none. */
  close: () => Promise<void>
  open: () => Promise<void>
  stop: () => void
}

export async function startMailServer(): Promise<MailServer> {
  const child = fork(path.join(root, 'tests/support/smtp-server-process.ts'), {
    serialization: 'advanced',
  })
  let last: Promise<unknown> = Promise.resolve()
  const ask = <Answer>(asked: Command): Promise<Answer> => {
    const answer = last.then(
      () =>
        new Promise<Answer>((resolve) => {
          child.once('message', (message: { answer: Answer }) => resolve(message.answer))
          child.send(asked)
        }),
    )
    last = answer
    return answer
  }
  const port = await ask<number>({ ask: 'open' })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: () => ask({ ask: 'received' }),
    countReceived: () => ask({ ask: 'countReceived' }),
    sourceOf: (address) => ask({ ask: 'sourceOf', address }),
    forget: () => ask({ ask: 'forget' }),
    answerAfter: (ms) => ask({ ask: 'answerAfter', ms }),
    close: () => ask({ ask: 'close' }),
    open: () => ask({ ask: 'open' }),
    stop: () => child.disconnect(),
  }
}
