import { describe, expect, it } from 'vitest'
import { fetchTotal } from './fetch-total.ts'

const signal = new AbortController().signal
const answering = (...answers: (Response | Error)[]) => {
  const pauses: number[] = []
  const fetch = async () => {
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer ?? new Error('nothing more to say')
  }
  return { pauses, means: { signal, fetch, sleep: async (ms: number) => void pauses.push(ms) } }
}

describe('the Common Good total', () => {
  it('is taken from the first good answer', async () => {
    const { means, pauses } = answering(
      new Error('offline'),
      new Response('no', { status: 502 }),
      Response.json({ combined_total_cents: 821491 }),
    )
    expect(await fetchTotal(means)).toBe(821491)
    expect(pauses).toEqual([1000, 2000])
  })

  it('is null after three retries', async () => {
    const { means, pauses } = answering()
    expect(await fetchTotal(means)).toBeNull()
    expect(pauses).toEqual([1000, 2000, 4000])
  })

  it('is asked for again where an answer does not come', async () => {
    let asked = 0
    const fetch = (_: unknown, { signal }: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        if (++asked === 2) resolve(Response.json({ combined_total_cents: 821491 }))
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    expect(await fetchTotal({ ...answering().means, fetch, timeoutMs: 5 })).toBe(821491)
    expect(asked).toBe(2)
  })

  it('is not asked for again once nobody wants it', async () => {
    const wanted = new AbortController()
    let asked = 0
    const fetch = async () => {
      asked++
      wanted.abort()
      throw new Error('offline')
    }
    expect(await fetchTotal({ ...answering().means, signal: wanted.signal, fetch })).toBeNull()
    expect(asked).toBe(1)
  })

  it('is not taken from an answer that is no amount', async () => {
    const { means } = answering(Response.json({ combined_total_cents: 'much' }))
    expect(await fetchTotal(means)).toBeNull()
  })
})
