import { expect, test, vi } from 'vitest'

vi.mock('./proof-of-work.ts', () => ({ solve: async (challenge: string) => `${challenge}.solved` }))

// Another file of the same process may have loaded the module with the actual function.
vi.resetModules()
const { callWithProofOfWork } = await import('./call-with-proof-of-work.ts')

const refuse = (challenge: string) =>
  Response.json({ error: 'too_many_requests', challenge }, { status: 429 })

test('a request is repeated with at most three proofs of work if the difficulty rises', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('x-proof-of-work'))
    return sent.length === 3 ? Response.json({ ok: true }) : refuse(`c${sent.length}`)
  })
  await expect(callWithProofOfWork('/api/x', {})).resolves.toEqual({ ok: true })
  expect(sent).toEqual([null, 'c1.solved', 'c2.solved'])
  await expect(callWithProofOfWork('/api/x', {})).rejects.toMatchObject({ status: 429 })
  expect(sent).toHaveLength(7)
})
