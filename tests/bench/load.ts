import { execFileSync, spawnSync } from 'node:child_process'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'

const hasWrk = spawnSync('wrk', ['-v']).error === undefined
/** The load generator that is used: wrk where it is installed, which takes less of the machine. */
export const generator = hasWrk ? 'wrk' : 'autocannon'

/**
 * Requests per second that `url` answers to 20 connections.
 * @param seconds how long it is asked
 */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const encoding = 'br, gzip'
  if (hasWrk) {
    const args = ['-t1', '-c20', `-d${seconds}s`, '-H', `Accept-Encoding: ${encoding}`, url]
    const output = execFileSync('wrk', args, { encoding: 'utf8' })
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  }
  const headers = { 'accept-encoding': encoding }
  const { requests } = await autocannon({ url, connections: 20, duration: seconds, headers })
  return requests.average
}

/**
 * Times to answer in milliseconds, ascending, of `count` requests over `connections` connections.
 * @throws Error where one of them is not answered with 200
 */
export async function latencies(
  url: string,
  {
    count,
    connections,
    headers,
  }: { count: number; connections: number; headers: Record<string, string> },
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let left = count
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const startedAt = performance.now()
      const sent = http.get(url, { agent, headers }, (res) => {
        res.resume()
        res.once('end', () => {
          times.push(performance.now() - startedAt)
          if (res.statusCode === 200) resolve()
          else reject(new Error(`${url} answered ${res.statusCode}`))
        })
      })
      sent.once('error', reject)
    })
  const worker = async () => {
    while (left-- > 0) await one()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return times.sort((a, b) => a - b)
}

/** The value below which `share` (0–1) of the sorted values lie. */
export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

/**
 * Does something so many times a second, whether what was begun before is done or not.
 * @returns times to do it in milliseconds, ascending, and how often it failed
 */
export async function paced(
  perSecond: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
): Promise<{ times: number[]; failures: number }> {
  const times: number[] = []
  let failures = 0
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = startedAt + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const begunAt = performance.now()
    const done = work(n).then(
      () => void times.push(performance.now() - begunAt),
      () => void failures++,
    )
    running.push(done)
  }
  await Promise.all(running)
  return { times: times.sort((a, b) => a - b), failures }
}

/** How often a second something is done by so many at a time. */
export async function rateOf(
  count: number,
  connections: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  let n = 0
  const startedAt = performance.now()
  const worker = async () => {
    while (n < count) await work(n++)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return (count / (performance.now() - startedAt)) * 1000
}
