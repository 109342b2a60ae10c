import { expect } from 'vitest'
import type { MailServer } from './mail-server.ts'
import { lastAddress, rowsOf, timesReached } from './outbox.ts'

/** Mails of a database, and the server that counts those that arrive. */
export type Sending = {
  url: string
  mails: MailServer
  /** Their addresses, and a pattern that finds no others. */
  addresses: string[]
  like: string
}

/**
 * What must hold whatever happened: nobody got a mail twice; who is `sent` has it; who has it not is
 * among the unknown.
 * @returns how many are unknown, and how many of them have got nothing
 */
export async function expectOnce({ url, mails, addresses, like }: Sending) {
  const times = timesReached(await mails.received())
  times.delete(lastAddress)
  expect([...times].filter(([, count]) => count > 1)).toEqual([])
  const rows = await rowsOf(url, like)
  expect(rows.map(({ to_address }) => to_address).sort()).toEqual([...addresses].sort())
  const states = new Set(rows.map(({ state }) => state))
  expect([...states].filter((state) => state !== 'sent' && state !== 'unknown')).toEqual([])
  const lacking = rows.filter(({ to_address }) => !times.has(to_address))
  expect(lacking.filter(({ state }) => state === 'sent')).toEqual([])
  const unknown = rows.filter(({ state }) => state === 'unknown')
  return { unknown: unknown.length, lacking: lacking.length }
}
