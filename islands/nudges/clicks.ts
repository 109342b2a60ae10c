import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'

/**
 * Storage key of the tokens of clicks that the server has not got, oldest first. All windows of the browser share them.
 */
export const unsentKey = 'common-room-nudges-unsent'
const maxStored = 20

const unsentTokens = (): readonly string[] => {
  const tokens = readStored<unknown>('localStorage', unsentKey)
  return Array.isArray(tokens) ? tokens : []
}

const store = (tokens: readonly string[]): void =>
  writeStored('localStorage', unsentKey, tokens.length ? tokens.slice(-maxStored) : null)

/** @returns whether the server has answered; it ignores reports that it knows already */
type Send = (token: string) => Promise<boolean>

/** Reports a click. The click is stored until the server has answered, because the page may be unloaded before that. */
export async function sendClick(token: string, send: Send): Promise<void> {
  store([...unsentTokens().filter((each) => each !== token), token])
  if (await send(token)) store(unsentTokens().filter((each) => each !== token))
}

/** Reports the clicks that the server has not got. Stops at the first report that fails. */
export async function resendClicks(send: Send): Promise<void> {
  for (const token of unsentTokens()) {
    if (!(await send(token))) return
    store(unsentTokens().filter((each) => each !== token))
  }
}
