import { expect } from 'vitest'
import { countMailsByAddress, findMails, markerAddress } from './outbox.ts'
import type { MailServer } from './smtp-server.ts'

/** Mails of a database, and the SMTP server that counts the mails that arrive. */
export type ExpectedMails = {
  url: string
  mailServer: MailServer
  /** The addresses of the mails, and an SQL `like` pattern that matches only these addresses. */
  addresses: string[]
  like: string
}

/**
 * Expects that no address got a mail twice, that each mail in state `sent` has arrived, and that each mail
 * that has not arrived is in state `unknown`.
 * @returns how many mails are in state `unknown`, and how many of these have not arrived
 */
export async function expectDeliveredOnce({ url, mailServer, addresses, like }: ExpectedMails) {
  const receivedCounts = countMailsByAddress(await mailServer.received())
  receivedCounts.delete(markerAddress)
  expect([...receivedCounts].filter(([, count]) => count > 1)).toEqual([])
  const rows = await findMails(url, like)
  expect(rows.map(({ to_address }) => to_address).sort()).toEqual([...addresses].sort())
  const states = new Set(rows.map(({ state }) => state))
  expect([...states].filter((state) => state !== 'sent' && state !== 'unknown')).toEqual([])
  const missing = rows.filter(({ to_address }) => !receivedCounts.has(to_address))
  expect(missing.filter(({ state }) => state === 'sent')).toEqual([])
  const unknown = rows.filter(({ state }) => state === 'unknown')
  return { unknown: unknown.length, missing: missing.length }
}
