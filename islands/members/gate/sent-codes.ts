import { codeEveryMs, codeLivesMs } from '../../../cms/features/members/rules.ts'

/** A code that was sent. `handle`: the user handle that the code links; null for a sign-in code. */
export type Sent = { to: string; atMs: number; handle: string | null }

/** `isPending`: whether the dialog is at the code step. */
type Code = { sent: Sent; isPending: boolean }
/** The codes of a tab by dialog. */
export type CodeStore = {
  read: () => Record<string, Code>
  write: (codes: Record<string, Code>) => void
}

/**
 * The last code that each dialog sent. A closed or reloaded dialog resumes at the code step while the
 * code is valid and the user handle is unchanged.
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
    /** The code that the dialog waits for; null at the email step. */
    pending: (dialog: Dialog, handle: string | null): Sent | null => {
      const code = find(dialog, handle, codeLivesMs)
      return code?.isPending ? code.sent : null
    },
    /** Stores a code that was just sent. */
    add: (dialog: Dialog, to: string, handle: string | null): Sent => {
      const sent = { to, atMs: now(), handle }
      set(dialog, { sent, isPending: true })
      return sent
    },
    /** Returns to the code step if a code was recently sent to this address. @returns the code, or null */
    resume: (dialog: Dialog, to: string, handle: string | null): Sent | null => {
      const code = find(dialog, handle, codeEveryMs)
      if (code?.sent.to !== to) return null
      set(dialog, { ...code, isPending: true })
      return code.sent
    },
    /** Returns to the email step. The code stays valid. */
    suspend: (dialog: Dialog): void => {
      const code = store.read()[dialog]
      if (code) set(dialog, { ...code, isPending: false })
    },
    /** Deletes a used code. */
    remove: (dialog: Dialog): void => set(dialog, null),
    /** Deletes all codes, when another person signs in or out. */
    clear: (): void => store.write({}),
  }
}
