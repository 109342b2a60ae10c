/**
 * Runs in one tab at a time (Web Locks). Runs without the lock after `maxWaitMs`, because a
 * suspended tab may never release it, and in browsers without Web Locks.
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
