import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { connect, type Envelope, type MayEnd, type SmtpConnection } from './connection.ts'
import { isClosing, type Outcome } from './rules.ts'

/** The way to a mail server. */
export type Smtp = {
  /**
   * Hands a message over.
   * @param mayEnd asked when all but the end of the message is written; on false it is cut off
   */
  send: (envelope: Envelope, mayEnd: MayEnd) => Promise<Outcome>
  /** Says goodbye on every connection that nothing is sent on. */
  close: () => void
}

/** Servers that end a connection after so many messages mostly begin at a hundred. */
const mostMessages = 100
const timeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 30_000,
  dnsTimeout: 15_000,
  // A server may think about a message it has got for ten minutes (RFC 5321, 4.5.3.2.6).
  socketTimeout: 10 * 60_000,
}

/**
 * Connections are opened as they are needed, one for each message that is on its way, and kept.
 * @param url `smtp://` or `smtps://`, with user and password
 */
export function createSmtp(url: string): Smtp {
  const options = { ...timeouts, ...parseConnectionUrl(url) }
  let idle: SmtpConnection[] = []

  const send = async (envelope: Envelope, mayEnd: MayEnd): Promise<Outcome> => {
    // What the server ended meanwhile is forgotten.
    idle = idle.filter((each) => each.isOpen())
    const kept = idle.pop()
    let connection: SmtpConnection
    try {
      connection = kept ?? (await connect(options))
    } catch (error) {
      return { how: 'unreachable', error: error instanceof Error ? error.message : String(error) }
    }
    const { outcome, begun } = await connection.send(envelope, mayEnd)
    if (connection.isOpen()) {
      if (connection.sent() < mostMessages) idle.push(connection)
      else connection.quit()
    }
    // A server that ends what was idle for a while says nothing about the message.
    const isStale = kept && !begun && (outcome.how === 'lost' || isClosing(outcome))
    return isStale ? send(envelope, mayEnd) : outcome
  }
  return {
    send,
    close: () => {
      for (const connection of idle.splice(0)) connection.quit()
    },
  }
}
