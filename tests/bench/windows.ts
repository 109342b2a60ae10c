import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseAt, onDatabase } from '../support/database.ts'
import { nudgesOf } from '../support/nudges.ts'
import { startServerProcess } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { median, residentMegabytes } from './load.ts'
import type { Row } from './table.ts'

const windows = 5000
const rounds = 5

/**
 * Measures 5,000 open windows that another process holds: the memory of the server, and how long it takes from the
 * request that sends a nudge until the last window has it.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function openWindows(databaseUrl: string): Promise<Row[]> {
  const url = databaseAt(databaseUrl, 'open_windows')
  await onDatabase(databaseUrl, (query) => query('create database open_windows'))
  const server = await startServerProcess({ DATABASE_URL: url })
  const nudges = nudgesOf(server, await makeStaff(server))
  const send = async () => {
    const nudge = await nudges.write()
    const startedAt = Date.now()
    await nudges.send(nudge)
    return startedAt
  }
  const memory = () => residentMegabytes(server.child.pid ?? 0)
  // Before the measurement, one page and one nudge make the server load its code.
  await server.get('/')
  await send()
  // Deleted, because windows get the nudges of the last minutes when they connect.
  await onDatabase(url, (query) => query('delete from nudges'))
  await sleep(5000)
  const idle = memory()

  const program = path.join(import.meta.dirname, 'windows-process.ts')
  const child = fork(program, [String(server.port), String(windows)])
  await nextMessage(child)
  const megabytes = [memory()]
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const received = nextMessage(child)
    const startedAt = await send()
    const lastAt = Number(await received)
    seconds.push((lastAt - startedAt) / 1000)
    megabytes.push(memory())
  }
  console.error(JSON.stringify({ idle, megabytes, seconds }))
  child.disconnect()
  await server.stop()
  return [
    {
      what: 'Memory for 5,000 open windows, above idle',
      value: Math.max(...megabytes) - idle,
      unit: 'MB',
      goal: { atMost: 200 },
    },
    {
      what: 'A nudge is sent and the last of 5,000 open windows has it',
      value: median(seconds),
      unit: 's',
      goal: { atMost: 2 },
    },
  ]
}

/** @throws Error if the process ends without a message, because a window was closed or refused */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process with the windows has ended.')
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  return message
}
