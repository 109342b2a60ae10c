import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Checks that wrk is installed. wrk is needed because load generators that run in Node are slower than the server.
 * @throws Error if wrk is not installed
 */
export function requireWrk(): void {
  if (!spawnSync('wrk', ['-v']).error) return
  throw new Error('The benchmark needs wrk as load generator: apt-get install wrk')
}

/** Requests per second that `url` answers to 20 connections of wrk. */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const args = ['-t1', '-c20', `-d${seconds}s`, '-H', 'Accept-Encoding: br, gzip', url]
  const { stdout } = await promisify(execFile)('wrk', args)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

export type Target = { url: string; pid: number }

// A busy server uses more than this share of one core. A server that uses less was waiting for the load generator.
const minBusyShare = 0.85

/**
 * Compares the request rates of two servers in alternating rounds. A round counts if both servers were
 * busy in it; otherwise the generator was the bottleneck, and the round is repeated.
 * @returns the median and the extremes of the ratio, and our median rate per second
 * @throws Error if the generator was the bottleneck in most rounds
 */
export async function compareRates(
  ours: Target,
  other: Target,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<{ ratio: number; lowest: number; highest: number; perSecond: number }> {
  const ratios: number[] = []
  const rates: number[] = []
  const measure = async ({ url, pid }: Target) => {
    const before = cpuSeconds(pid)
    const rate = await requestsPerSecond(url, seconds)
    return { rate, isBusy: cpuSeconds(pid) - before > minBusyShare * seconds }
  }
  await measure(ours)
  await measure(other)
  for (let round = 0; round < rounds * 2 && ratios.length < rounds; round++) {
    const [own, peer] = [await measure(ours), await measure(other)]
    if (!own.isBusy || !peer.isBusy) continue
    ratios.push(own.rate / peer.rate)
    rates.push(own.rate)
  }
  if (ratios.length < rounds) throw new Error('The load generator was slower than the servers.')
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    perSecond: median(rates),
  }
}

/** Processor time that a process has used, in seconds. Source: proc_pid_stat(5). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticksPerSecond = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/**
 * Sends `count` requests over `connections` connections.
 * @returns the response times in milliseconds, ascending
 * @throws Error if the status of a response is not 200
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
  const requestOnce = () =>
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
    while (left-- > 0) await requestOnce()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return times.sort((a, b) => a - b)
}

/** The quantile of sorted values; `share` is between 0 and 1. */
export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

/**
 * Starts an action at a fixed rate per second, even if earlier runs have not finished.
 * @returns the durations in milliseconds, ascending, the number of failures, and the first error
 */
export async function runAtRate(
  perSecond: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
): Promise<{ times: number[]; failures: number; error?: unknown }> {
  const times: number[] = []
  const errors: unknown[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = startedAt + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const runStartedAt = performance.now()
    const done = work(n).then(
      () => void times.push(performance.now() - runStartedAt),
      (error) => void errors.push(error),
    )
    running.push(done)
  }
  await Promise.all(running)
  return { times: times.sort((a, b) => a - b), failures: errors.length, error: errors[0] }
}

/** How many times per second an action completes at a given concurrency. */
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
