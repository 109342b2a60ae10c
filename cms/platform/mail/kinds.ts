import type { Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { featuresOf } from '../feature.ts'
import type { HiddenFrom, MailKind, MailSample } from './mail-kind.ts'
import type { MailText } from './texts.ts'

export const mailKindsOf = (payload: Pick<Payload, 'config'>): readonly MailKind[] =>
  featuresOf(payload).flatMap(({ mailKinds = [] }) => mailKinds)

export const findMailKind = (payload: Payload, kind: string): MailKind | undefined =>
  mailKindsOf(payload).find((each) => each.kind === kind)

/** The subjects of letters without the names of their readers, by letter. Unknown letters are left out. */
export async function findSubjectsOfLetters(
  payload: Pick<Payload, 'config'>,
  db: Database,
  letters: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { subjectsOfLetters } = mailKindsOf(payload).find((kind) => kind.subjectsOfLetters) ?? {}
  return letters.length && subjectsOfLetters ? subjectsOfLetters(db, letters) : new Map()
}

/** Mails of a kind that this version does not know are as secret as a mail can be. */
export const hiddenFrom = (payload: Payload, kind: string): HiddenFrom =>
  findMailKind(payload, kind)?.hiddenFrom ?? 'staff'

/** All samples, in the order of the features. */
export const samplesOf = (payload: Pick<Payload, 'config'>): readonly MailSample[] =>
  mailKindsOf(payload).flatMap(({ samples = [] }) => samples)

/** A mail whose texts staff can change. */
export type EditableSample = MailSample & { text: MailText }

export const findEditableSample = (
  payload: Pick<Payload, 'config'>,
  key: unknown,
): EditableSample | undefined =>
  samplesOf(payload).find(
    (each): each is EditableSample => each.text !== undefined && each.text.key === key,
  )
