import { codeEveryMs, codeLivesMs } from '../../../cms/members/rules.ts'

/** Where and when a code was sent, and which passkey it links; null where it links none. */
export type Sent = { to: string; atMs: number; handle: string | null }

type Code = { sent: Sent; isAsked: boolean }
/** Where the codes of a tab are kept, by the names of their dialogs. */
export type CodeStore = {
  read: () => Record<string, Code>
  write: (codes: Record<string, Code>) => void
}

/**
 * The code that each dialog has sent last. A dialog that was closed by a slip, or whose page was loaded
 * anew while somebody looked for the mail, finds it again, for as long as it can be good, with the
 * passkey it was sent for.
 */
export function createSentCodes<Dialog extends string>(now: () => number, store: CodeStore) {
  const set = (dialog: Dialog, code: Code | null) => {
    const { [dialog]: _, ...others } = store.read()
    store.write(code ? { ...others, [dialog]: code } : others)
  }
  const find = (dialog: Dialog, handle: string | null, withinMs: number) => {
    const code = store.read()[dialog]
    if (!code) return null
    if (code.sent.handle === handle) return now() - code.sent.atMs < withinMs ? code : null
    set(dialog, null)
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
      set(dialog, { sent, isAsked: true })
      return sent
    },
    /** Asks again for the code that was just sent to this address; null where there is none. */
    resume: (dialog: Dialog, to: string, handle: string | null): Sent | null => {
      const code = find(dialog, handle, codeEveryMs)
      if (code?.sent.to !== to) return null
      set(dialog, { ...code, isAsked: true })
      return code.sent
    },
    /** The dialog asks for the address; the code may still be good. */
    putAside: (dialog: Dialog): void => {
      const code = store.read()[dialog]
      if (code) set(dialog, { ...code, isAsked: false })
    },
    /** The code was used. */
    forget: (dialog: Dialog): void => set(dialog, null),
    /** Somebody came or went: who is there now has asked for none. */
    forgetAll: (): void => store.write({}),
  }
}
