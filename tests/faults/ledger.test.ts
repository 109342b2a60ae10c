import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commonVariables, nodeArguments } from '../support/child-processes.ts'
import { openLedger } from '../support/ledger.ts'

/** How many processes run at a time. */
const slots = 4
const membersPerSlot = 3
const killsPerSlot = 13
const creditCents = 10_000_000

test('every acknowledged transfer exists once, even if processes are killed at random moments', async () => {
  const ledger = await openLedger()
  const acknowledged = new Map<number, number>()
  let silentProcesses = 0
  for (let member = 1; member <= slots * membersPerSlot; member++) {
    await ledger.topUp(member, creditCents)
    acknowledged.set(member, 0)
  }

  /** Runs the process of a slot, which continues after the last acknowledged transactions, and kills it. */
  const runOnce = async (slot: number) => {
    const own = Array.from({ length: membersPerSlot }, (_, n) => slot * membersPerSlot + n + 1)
    const firsts = own.map((member) => String((acknowledged.get(member) ?? 0) + 1))
    const child = spawn(
      process.execPath,
      [...nodeArguments('ledger-process'), String(slot), ...firsts],
      {
        env: { ...process.env, ...commonVariables(), DATABASE_URL: ledger.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    await sleep(Math.random() * 60)
    child.kill('SIGKILL')
    await closed
    for (const line of output.split('\n').slice(0, -1)) {
      const [member = 0, n = 0] = line.split(' ').map(Number)
      acknowledged.set(member, Math.max(acknowledged.get(member) ?? 0, n))
    }
    if (!output) silentProcesses++
  }
  await Promise.all(
    Array.from({ length: slots }, async (_, slot) => {
      for (let kill = 0; kill < killsPerSlot; kill++) await runOnce(slot)
    }),
  )

  expect(silentProcesses).toBe(0)
  const rows = await ledger.query<{ member: number; n: number; payments: number; posts: number }>(
    `select split_part(key, ':', 2)::int as member, split_part(key, ':', 3)::int as n,
            (count(*) filter (where key like 'payment:%'))::int as payments,
            (count(*) filter (where key like 'post:%'))::int as posts
       from ledger_transfers where key not like 'test:%' group by 1, 2`,
  )
  const committed = new Map<number, number>()
  for (const { member, n, payments, posts } of rows) {
    expect([payments, posts], `${member} ${n}`).toEqual([1, 1])
    committed.set(member, Math.max(committed.get(member) ?? 0, n))
  }
  for (const [member, count] of acknowledged) {
    const last = committed.get(member) ?? 0
    // The last committed transaction may not have been acknowledged.
    expect([count, count + 1]).toContain(last)
    expect(await ledger.balance(`member:${member}`)).toBe(creditCents - 110 * last)
  }
  expect(await ledger.differences()).toEqual([])
  await ledger.pool.end()
})
