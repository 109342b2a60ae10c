import type { IncomingMessage } from 'node:http'
import type { Payload } from 'payload'
import { expect, test, vi } from 'vitest'
import { collect } from './receive.ts'

vi.mock('./ingest.ts', () => ({
  ingestOf: () => ({ visitorDays: async () => [{ day: '2026-11-23' }], mayStore: () => false }),
}))

test('the reply differs between a request over the network’s limit and a visitor who is not counted', async () => {
  const body = {
    sent: 0,
    events: [{ type: 'view', id: 'a-0123456789', at: 0, path: '/', title: '' }],
  }
  const reply = (headers: Record<string, string>) =>
    collect({} as Payload, {
      req: { headers, rawHeaders: [] } as unknown as IncomingMessage,
      body: Buffer.from(JSON.stringify(body)),
      receivedAt: 0,
      charge: async () => {},
    })
  expect(await reply({})).toEqual({ accepted: 0 })
  expect(await reply({ 'sec-gpc': '1' })).toEqual({ sessionId: null, accepted: 0 })
})
