import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { simpleParser } from 'mailparser'
import { databaseAt, onDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { lettersOf, makeManySubscribers } from '../support/letters.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { usualLetter } from './letter.ts'
import { median, requestsPerSecond } from './load.ts'
import type { Row } from './table.ts'

const readers = 10_000
const connections = 10
const rounds = 2
/** Mails per second while pages are measured. It equals the goal for sending. */
const mailsPerSecondDuringPages = 300
const pageRounds = 3
const pageSeconds = 5

type Site = { url: string; mails: MailServer; staff: Awaited<ReturnType<typeof makeStaff>> }

/**
 * Measures a letter to 10,000 readers: how long queueing takes, how fast the mails are sent, how fast nodemailer alone
 * sends them over as many connections, and how much slower pages become meanwhile.
 * @param databaseUrl any database of the PostgreSQL server; a new database for the letters is created on that server
 */
export async function mailing(databaseUrl: string): Promise<Row[]> {
  const url = databaseAt(databaseUrl, 'full_of_mails')
  await onDatabase(databaseUrl, (query) => query('create database full_of_mails'))
  const mails = await startMailServer()
  const first = await startServerProcess({ DATABASE_URL: url })
  const site = { url, mails, staff: await makeStaff(first) }
  await first.stop()
  const sending = await sendingRows(site)
  const pages = await pageRow(site)
  mails.stop()
  return [...sending, pages]
}

const startSiteServer = ({ url, mails }: Site, perSecond: number): Promise<Server> =>
  startServerProcess({
    DATABASE_URL: url,
    SMTP_URL: mails.url,
    MAIL_FROM: 'hello@venue.example',
    MAIL_PER_SECOND: String(perSecond),
    MAIL_CONNECTIONS: String(connections),
  })

async function sendingRows(site: Site): Promise<Row[]> {
  const { url, mails, staff } = site
  const server = await startSiteServer(site, 100_000)
  const letters = lettersOf(server, staff, url)
  const { folder, remove } = temporaryFolder()
  const file = path.join(folder, 'mail.json')
  const times = { queued: [] as number[], rates: [] as number[], ratios: [] as number[] }
  // The first round has fewer readers. It only warms up both senders, so its rates are not counted.
  await makeManySubscribers(url, 'warm', 500)
  for (let round = 0; round <= rounds; round++) {
    const { id } = await letters.write(usualLetter.subject, usualLetter)
    const startedAt = performance.now()
    const { total } = await letters.actOrThrow(id, 'send')
    const queuedAt = performance.now()
    await waitUntilSent(url, id)
    const rate = (total / (performance.now() - queuedAt)) * 1000
    if (round === 0) await saveFirstMail(mails, file)
    const bare = await bareRate(mails.url, total, file)
    if (round === 0) {
      await makeManySubscribers(url, 'reader', readers - total)
      continue
    }
    times.queued.push((queuedAt - startedAt) / 1000)
    times.rates.push(rate)
    times.ratios.push(rate / bare)
  }
  await server.stop()
  remove()
  return [
    {
      what: 'A letter to 10,000 readers is queued',
      value: median(times.queued),
      unit: 's',
      goal: { atMost: 5 },
    },
    {
      what: 'Its mails sent to a local SMTP server',
      value: median(times.rates),
      unit: '/s',
      goal: { atLeast: 300 },
    },
    {
      what: 'Its mails sent, relative to bare nodemailer with as many connections',
      value: median(times.ratios),
      unit: '',
      goal: { atLeast: 0.6 },
    },
  ]
}

/** Waits until no mail of a letter is queued. Queries only one row, because counting all queued mails is slow. */
const waitUntilSent = (url: string, letter: number) =>
  onDatabase(url, (query) =>
    waitUntil(
      () =>
        query(
          `select from mails where letter = $1 and state in ('queued', 'deferred', 'sending') limit 1`,
          [letter],
        ),
      ({ length }) => length === 0,
      180_000,
    ),
  )

async function saveFirstMail(mails: MailServer, file: string) {
  const [first] = await mails.received()
  const { subject, html, text } = await simpleParser(first?.source ?? '')
  writeFileSync(file, JSON.stringify({ subject, html, text }))
}

async function bareRate(url: string, count: number, file: string): Promise<number> {
  const program = path.join(import.meta.dirname, 'bare-mailer.ts')
  const args = [program, url, String(count), String(connections), file]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return (count / Number(stdout)) * 1000
}

/** Measures pages alternately without and during a mailing, so that other load on the machine affects both equally. */
async function pageRow(site: Site): Promise<Row> {
  const { url, mails, staff } = site
  const server = await startSiteServer(site, mailsPerSecondDuringPages)
  const letters = lettersOf(server, staff, url)
  const page = `http://127.0.0.1:${server.port}/`
  await requestsPerSecond(page, pageSeconds)
  const ratios: number[] = []
  const rates: number[] = []
  for (let round = 0; round < pageRounds; round++) {
    const idle = await requestsPerSecond(page, pageSeconds)
    const { id } = await letters.write(usualLetter.subject, usualLetter)
    await letters.actOrThrow(id, 'send')
    await mails.forget()
    const startedAt = performance.now()
    const busy = await requestsPerSecond(page, pageSeconds)
    const seconds = (performance.now() - startedAt) / 1000
    rates.push((await mails.countReceived()) / seconds)
    ratios.push(busy / idle)
    await letters.actOrThrow(id, 'cancel')
  }
  await server.stop()
  return {
    what: 'Cached home page while a letter is sent, requests/s relative to idle',
    value: median(ratios),
    unit: `(at ${Math.round(median(rates))} mails/s)`,
    goal: { atLeast: 0.8 },
  }
}
