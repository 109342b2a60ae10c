/** What staff may book in one go, in minor units; below zero: it was taken out. */
export const cashLimits = { min: -100_000_000, max: 100_000_000, required: true } as const

/** In characters. */
export const longestNote = 200

/** Movements that staff may reverse here; others are corrected where they were booked. */
export const isReversible = ({
  kind,
  reversed_by,
}: {
  kind: string
  reversed_by: number | null
}): boolean => (kind === 'counted_cash' || kind === 'opening') && reversed_by === null

const kindTexts: Record<string, string> = {
  payment: 'A penny in the pound',
  gift: 'Gift',
  round_up: 'Rounded up',
  counted_cash: 'Counted cash',
  opening: 'From before the ledger',
  funding: 'Set aside for a cause',
  payout: 'Paid out',
  reversal: 'Reversal',
}

/** What a movement is for, if nobody wrote it. */
export const kindText = (kind: string): string => kindTexts[kind] ?? kind.replaceAll('_', ' ')
