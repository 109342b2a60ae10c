import { showMemberMenu } from '../member-menu.ts'
import { dispatch, gateSettled, start, startLinking } from './flow.ts'
import { loadGateUi } from './load-ui.ts'

/** Loads the gate's dialogs in advance. */
export const preloadGateUi = (): Promise<void> => loadGateUi().catch(() => {})

/**
 * Starts the gate flow and loads its dialogs at the same time. Resolves when a dialog is open, or when
 * the flow has succeeded or was cancelled.
 * @throws Error if the dialogs could not be loaded
 */
export async function enterAtGate(): Promise<void> {
  const ui = loadGateUi()
  await start()
  await ui.catch((error: unknown) => {
    dispatch({ type: 'cancelled' })
    throw error
  })
  await gateSettled()
}

/**
 * Starts the flow of the footer's *Link Membership* link, which is on every page.
 * @throws Error if its dialogs could not be loaded
 */
export async function startLinkDialog(): Promise<void> {
  await loadGateUi()
  await startLinking()
}

// Runs on import, so that the member menu appears as soon as somebody signs in at the gate.
showMemberMenu()
