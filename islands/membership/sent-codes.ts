import { codeEveryMs, codeLivesMs } from '../../cms/membership/rules.ts'

/** Where and when a code was sent, and which passkey it links; null where it links none. */
export type Sent = { to: string; atMs: number; handle: string | null }

/**
 * The code that each dialog has sent last. A dialog that was closed by a slip finds it again, for as long
 * as it can be good, with the passkey it was sent for.
 */
export function createSentCodes<Dialog>(now: () => number) {
  const codes = new Map<Dialog, { sent: Sent; isAsked: boolean }>()
  const find = (dialog: Dialog, handle: string | null, withinMs: number) => {
    const code = codes.get(dialog)
    if (!code) return null
    if (code.sent.handle === handle) return now() - code.sent.atMs < withinMs ? code : null
    codes.delete(dialog)
    return null
  }
  return {
    /** The code that the dialog asks for; null where it asks for none. */
    asked: (dialog: Dialog, handle: string | null): Sent | null => {
      const code = find(dialog, handle, codeLivesMs)
      return code?.isAsked ? code.sent : null
    },
    /** A code was sent, which is asked for from now on. */
    keep: (dialog: Dialog, to: string, handle: string | null): Sent => {
      const sent = { to, atMs: now(), handle }
      codes.set(dialog, { sent, isAsked: true })
      return sent
    },
    /** Asks again for the code that was just sent to this address; null where there is none. */
    resume: (dialog: Dialog, to: string, handle: string | null): Sent | null => {
      const code = find(dialog, handle, codeEveryMs)
      if (code?.sent.to !== to) return null
      code.isAsked = true
      return code.sent
    },
    /** The dialog asks for the address; the code may still be good. */
    putAside: (dialog: Dialog): void => {
      const code = codes.get(dialog)
      if (code) code.isAsked = false
    },
    /** The code was used. */
    forget: (dialog: Dialog): void => void codes.delete(dialog),
    /** Somebody came or went: who is there now has asked for none. */
    forgetAll: (): void => codes.clear(),
  }
}
