import { figure } from '../../letters/admin/texts.ts'
import type { ImportStanding } from '../imports/contract.ts'
import type { Verdict } from '../imports/judge.ts'

/** In the order in which they are told. */
const told: Verdict[] = ['joins', 'asks', 'changes', 'same', 'stops', 'noted', 'rejected']

type Said = Record<Verdict, [one: string, many: string]>

const coming: Said = {
  joins: [
    'is new and gets letters: the list states their consent',
    'are new and get letters: the list states their consent',
  ],
  asks: ['is new, and the list states no consent', 'are new, and the list states no consent'],
  changes: ['is known and changes', 'are known and change'],
  same: ['is known and stays as it is', 'are known and stay as they are'],
  stops: [
    'gets no letters any more: the list says so',
    'get no letters any more: the list says so',
  ],
  noted: ['is new and noted as wanting no letters', 'are new and noted as wanting no letters'],
  rejected: ['can’t be taken', 'can’t be taken'],
}

const done: Said = {
  ...coming,
  joins: ['joined and gets letters', 'joined and get letters'],
  changes: ['was known and changed', 'were known and changed'],
  same: ['was known and stayed as it was', 'were known and stayed as they were'],
  stops: ['gets no letters any more', 'get no letters any more'],
  noted: ['was noted as wanting no letters', 'were noted as wanting no letters'],
  rejected: ['was not taken', 'were not taken'],
}

const asked: Record<'ask' | 'leave_out', [string, string]> = {
  ask: ['was asked by mail', 'were asked by mail'],
  leave_out: [
    'was left out: the list states no consent',
    'were left out: the list states no consent',
  ],
}

/** What a list comes to, or has come to: only what there is, each with its number. */
export function outcomeSaid({
  counts,
  state,
  unstated,
}: Pick<ImportStanding, 'counts' | 'state' | 'unstated'>): {
  verdict: Verdict
  count: string
  words: string
}[] {
  const isDone = state === 'done'
  return told.flatMap((verdict) => {
    const count = counts[verdict]
    if (!count) return []
    const words =
      isDone && verdict === 'asks'
        ? asked[unstated ?? 'leave_out']
        : (isDone ? done : coming)[verdict]
    return [{ verdict, count: figure(count), words: words[count === 1 ? 0 : 1] }]
  })
}

const rowsOf = (count: number) => (count === 1 ? 'one row' : `${figure(count)} rows`)

/** What an import does now, in a sentence. */
export function standingSaid({ state, rows }: Pick<ImportStanding, 'state' | 'rows'>): string {
  switch (state) {
    case 'receiving':
      return 'The file is on its way, or broke off.'
    case 'reading':
      return 'It is being looked through. Nothing changes by that.'
    case 'refused':
      return rows ? 'It was given up.' : 'It can’t be read.'
    case 'ready':
      return `${capital(rowsOf(rows))} looked through. Nothing has changed yet.`
    case 'doing':
      return 'It is being carried out. You can leave this page: it goes on by itself.'
    case 'done':
      return `${capital(rowsOf(rows))}, carried out.`
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Whether carrying it out would do anything. */
export const doesAnything = ({ counts }: Pick<ImportStanding, 'counts'>): boolean =>
  (['joins', 'asks', 'changes', 'stops', 'noted'] as const).some((each) => counts[each] > 0)
