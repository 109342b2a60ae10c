import { setTimeout as sleep } from 'node:timers/promises'

const minimumMs = 250

/**
 * Does work whose duration depends on a secret, such as whether an email address is known. The promise settles
 * after 250 ms at the earliest, so that the response time does not reveal the secret.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const minimum = sleep(minimumMs)
  try {
    return await work()
  } finally {
    await minimum
  }
}
