import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { isClosing, type Outcome } from '../rules.ts'
import {
  type ConfirmEnd,
  connect,
  type EnvelopedMessage,
  type SmtpConnection,
} from './connection.ts'

export type Smtp = {
  /**
   * Hands a message over.
   * @param confirmEnd called before the end of the message is sent; if it returns false, the message is aborted
   */
  send: (envelope: EnvelopedMessage, confirmEnd: ConfirmEnd) => Promise<Outcome>
  close: () => void
}

/** Servers that limit the messages of a connection usually allow a hundred. */
const maxMessages = 100
const timeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 30_000,
  dnsTimeout: 15_000,
  // RFC 5321, 4.5.3.2.6.
  socketTimeout: 10 * 60_000,
}

/**
 * A client of a mail server. Each message that is being sent has its own connection. Idle connections are
 * reused; a new connection is opened when none is idle.
 * @param url `smtp://` or `smtps://`, with user and password
 */
export function createSmtp(url: string): Smtp {
  const options = { ...timeouts, ...parseConnectionUrl(url) }
  let idle: SmtpConnection[] = []

  const send = async (envelope: EnvelopedMessage, confirmEnd: ConfirmEnd): Promise<Outcome> => {
    // The server may have closed some connections.
    idle = idle.filter((each) => each.isOpen())
    const reused = idle.pop()
    let connection: SmtpConnection
    try {
      connection = reused ?? (await connect(options))
    } catch (error) {
      return { how: 'unreachable', error: error instanceof Error ? error.message : String(error) }
    }
    const { outcome, wasBegun } = await connection.send(envelope, confirmEnd)
    if (connection.isOpen()) {
      if (connection.countSent() < maxMessages) idle.push(connection)
      else connection.quit()
    }
    // True if the server had closed the reused connection before any of the message was written.
    const isStale = reused && !wasBegun && (outcome.how === 'lost' || isClosing(outcome))
    return isStale ? send(envelope, confirmEnd) : outcome
  }
  return {
    send,
    close: () => {
      for (const connection of idle.splice(0)) connection.quit()
    },
  }
}
