import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { databaseAt, onDatabase } from '../support/database.ts'
import { startMailServer } from '../support/mail-server.ts'
import { queueMany, settled } from '../support/outbox.ts'
import { startServer } from '../support/server.ts'
import { letterHtml } from './letter.ts'
import { median } from './load.ts'
import type { Row } from './table.ts'

const letters = 10_000
const connections = 10
const rounds = 2

/**
 * A letter to 10,000 readers: how long it takes to queue, how fast it is sent, and how near that
 * comes to nodemailer alone with as many connections to the same server.
 * @param databaseUrl a database on the PostgreSQL that is to be used; the mails get one of their own
 */
export async function mailing(databaseUrl: string): Promise<Row[]> {
  const url = databaseAt(databaseUrl, 'full_of_mails')
  await onDatabase(databaseUrl, (query) => query('create database full_of_mails'))
  const sink = await startMailServer()
  const server = await startServer({
    DATABASE_URL: url,
    SMTP_URL: sink.url,
    MAIL_FROM: 'hello@venue.example',
    MAIL_PER_SECOND: '100000',
    MAIL_CONNECTIONS: String(connections),
  })
  const queued: number[] = []
  const rates: number[] = []
  const ratios: number[] = []
  // The first, small ones warm up both.
  for (const count of [500, ...Array<number>(rounds).fill(letters)]) {
    const name = `round${rates.length}-${count}-`
    const startedAt = performance.now()
    await queueMany(url, name, count, { html: letterHtml })
    const queuedAt = performance.now()
    await settled(url, `${name}%`, 120_000)
    const rate = (count / (performance.now() - queuedAt)) * 1000
    const bare = await bareRate(sink.url, count)
    if (count < letters) continue
    queued.push((queuedAt - startedAt) / 1000)
    rates.push(rate)
    ratios.push(rate / bare)
  }
  await server.stop()
  sink.stop()
  return [
    {
      what: 'A letter to 10,000 readers is queued',
      value: median(queued),
      unit: 's',
      goal: { atMost: 5 },
    },
    {
      what: 'Mails sent to a local SMTP server',
      value: median(rates),
      unit: '/s',
      goal: { atLeast: 300 },
    },
    {
      what: 'Mails sent, to bare nodemailer with as many connections',
      value: median(ratios),
      unit: '',
      goal: { atLeast: 0.6 },
    },
  ]
}

async function bareRate(url: string, count: number): Promise<number> {
  const program = path.join(import.meta.dirname, 'bare-mailer.ts')
  const args = [program, url, String(count), String(connections)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return (count / Number(stdout)) * 1000
}
