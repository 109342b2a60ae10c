import { describe, expect, it } from 'vitest'
import { fetchTotal } from './fetch-total.ts'

const signal = new AbortController().signal
const answering = (...answers: (Response | Error)[]) => {
  const pauses: number[] = []
  const fetch = async () => {
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer ?? new Error('no answers left')
  }
  return { pauses, options: { signal, fetch, sleep: async (ms: number) => void pauses.push(ms) } }
}

describe('the Common Good total', () => {
  it('is read from the first valid response', async () => {
    const { options, pauses } = answering(
      new Error('offline'),
      new Response('no', { status: 502 }),
      Response.json({ combined_total_cents: 821491 }),
    )
    expect(await fetchTotal(options)).toBe(821491)
    expect(pauses).toEqual([1000, 2000])
  })

  it('is null after three retries', async () => {
    const { options, pauses } = answering()
    expect(await fetchTotal(options)).toBeNull()
    expect(pauses).toEqual([1000, 2000, 4000])
  })

  it('is requested again after a timeout', async () => {
    let requests = 0
    const fetch = (_: unknown, { signal }: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        if (++requests === 2) resolve(Response.json({ combined_total_cents: 821491 }))
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    expect(await fetchTotal({ ...answering().options, fetch, timeoutMs: 5 })).toBe(821491)
    expect(requests).toBe(2)
  })

  it('is not requested again after an abort', async () => {
    const abort = new AbortController()
    let requests = 0
    const fetch = async () => {
      requests++
      abort.abort()
      throw new Error('offline')
    }
    expect(await fetchTotal({ ...answering().options, signal: abort.signal, fetch })).toBeNull()
    expect(requests).toBe(1)
  })

  it('is not read from an invalid response', async () => {
    const { options } = answering(Response.json({ combined_total_cents: 'much' }))
    expect(await fetchTotal(options)).toBeNull()
  })
})
