/**
 * Runs what one tab does at a time. Who waits for longer than that runs beside the others: a tab that
 * sleeps may keep its turn for good. So does everybody where the browser knows no turns.
 */
export async function inTurn(
  name: string,
  run: () => Promise<void>,
  longestWaitMs: number,
): Promise<void> {
  let isTurn = false
  const runInTurn = () => {
    isTurn = true
    return run()
  }
  const signal = AbortSignal.timeout(longestWaitMs)
  try {
    await navigator.locks.request(name, { signal }, runInTurn)
  } catch (error) {
    if (isTurn) throw error
    await run()
  }
}
