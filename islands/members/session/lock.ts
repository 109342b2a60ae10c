/**
 * Runs a function in one tab at a time (Web Locks). After `maxWaitMs` it runs without the lock, because
 * a suspended tab may never release it. In browsers without Web Locks it runs at once.
 */
export async function withLock(
  name: string,
  run: () => Promise<void>,
  maxWaitMs: number,
): Promise<void> {
  let isAcquired = false
  const runLocked = () => {
    isAcquired = true
    return run()
  }
  const signal = AbortSignal.timeout(maxWaitMs)
  try {
    await navigator.locks.request(name, { signal }, runLocked)
  } catch (error) {
    if (isAcquired) throw error
    await run()
  }
}
