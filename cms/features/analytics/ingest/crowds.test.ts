import { expect, test } from 'vitest'
import type { Assigned } from './assign.ts'
import { createCrowds } from './crowds.ts'

const visit = ({
  client = '1',
  network = 'a',
  day = '2026-11-23',
  number = 1,
  isNew = true,
  bot = null as string | null,
} = {}) =>
  ({
    isNew,
    session: { day, number },
    batch: {
      days: [{ day, salt: Buffer.alloc(32) }],
      networks: { client: `${network}.${client}`, network },
      browser: { bot, is_automated: false },
    },
  }) as unknown as Assigned
const browserOf = (crowds: ReturnType<typeof createCrowds>, ...args: Parameters<typeof visit>) =>
  crowds.mark([visit(...args)])[0]?.batch.browser

const person = { bot: null, is_automated: false }
const program = { bot: 'behaviour', is_automated: true }

test('new visits of a client with too many visitors are marked as visits of bots until the day ends', () => {
  const crowds = createCrowds({ ofClient: 2, ofNetwork: 9, ofClientInNetwork: 1 })
  crowds.add([visit(), visit({ number: 2 }), visit({ isNew: false })])
  expect(browserOf(crowds)).toEqual(person)
  crowds.add([visit()])
  expect(browserOf(crowds)).toEqual(program)
  expect(browserOf(crowds, { number: 2 })).toEqual(program)
  expect(browserOf(crowds, { bot: 'agent' })).toEqual({ ...program, bot: 'agent' })
  expect(browserOf(crowds, { isNew: false })).toEqual(person)
  expect(browserOf(crowds, { network: 'b' })).toEqual(person)
  expect(browserOf(crowds, { day: '2026-11-24' })).toEqual(person)
})

test('visits of a network are marked as visits of bots only if several of its clients have many visitors', () => {
  const crowds = createCrowds({ ofClient: 4, ofNetwork: 4, ofClientInNetwork: 2 })
  crowds.add(Array.from({ length: 100 }, () => visit()))
  expect(browserOf(crowds)).toEqual(program)
  expect(browserOf(crowds, { client: '2' })).toEqual(person)
  crowds.add([visit({ client: '2' }), visit({ client: '3' })])
  expect(browserOf(crowds, { client: '4' })).toEqual(program)
  expect(browserOf(crowds, { network: 'b' })).toEqual(person)
})
