import { expect, test } from 'vitest'
import { inTurn } from './lock.ts'

/** Takes the turn. @returns what ends it */
async function takeTurn(name: string): Promise<() => void> {
  const taken = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  void navigator.locks.request(name, () => {
    taken.resolve()
    return over.promise
  })
  await taken.promise
  return over.resolve
}

test('who comes while another has the turn waits for its end', async () => {
  const endTurn = await takeTurn('one')
  const ran: string[] = []
  const waiting = inTurn('one', async () => void ran.push('waited'), 60_000)
  await new Promise((resolve) => setTimeout(resolve, 20))
  ran.push('was there')
  endTurn()
  await waiting
  expect(ran).toEqual(['was there', 'waited'])
})

test('who has waited for long enough does not wait for ever', async () => {
  const endTurn = await takeTurn('two')
  let ran = 0
  await inTurn('two', async () => void ran++, 20)
  expect(ran).toBe(1)
  endTurn()
})

test('what fails is not run again', async () => {
  let ran = 0
  const fail = async () => {
    ran++
    throw new Error('It is broken.')
  }
  await expect(inTurn('three', fail, 60_000)).rejects.toThrow('It is broken.')
  expect(ran).toBe(1)
})
