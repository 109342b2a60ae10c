import type { Payload } from 'payload'
import type { Database } from '../database/query.ts'
import { featuresOf } from '../feature.ts'
import type { MailBranding } from './branding.ts'
import type { MailContent, MailRow } from './contract.ts'
import type { MailTextFiller } from './mail-text-filler.ts'
import type { MailText } from './texts.ts'

/** An example on the admin's page of mail templates. */
export type MailSample = {
  /** The last part of the example's URL. */
  key: string
  name: string
  /** The texts that staff can change; `make` fills them in with `fillText`. */
  text?: MailText
  /** Path of the admin's form in which staff write the whole mail. */
  formPath?: string
  /** @returns null if staff have not written the mail yet */
  make: (context: {
    payload: Payload
    branding: MailBranding
    fillText: MailTextFiller
  }) => Promise<MailContent | null>
}

/** A kind of mail that a feature sends. */
export type MailKind = {
  kind: string
  /**
   * From whom the mails of this kind are hidden:
   * - `editors`: the mails are about somebody's money, so only publishers and admins read them.
   * - `publishers`: the mails contain a code or a link, so only admins read them.
   * - `staff`: the code or link signs somebody in or sets a password. With a mail server nobody reads these
   *   mails (`secret.ts`). Without a mail server only admins read them, with a fresh proof (`access.ts`).
   */
  hiddenFrom?: 'editors' | 'publishers' | 'staff'
  /**
   * Replaces a subject that contains a code: in the list of mails of the personal data download and, with a mail
   * server, in the stored row.
   */
  plainSubject?: string
  /** A mail is cancelled if it could not be sent within this time after it was queued. */
  expiresAfterMs?: number
  /**
   * Makes the content of a mail when the mail is sent, if its row has no content.
   * @throws Error if it cannot be made now; the mail is retried
   */
  contentOf?: (payload: Payload, row: MailRow) => Promise<MailContent>
  /** Whether the result of `contentOf` is stored on the row, because the source of the content may change. */
  storesContent?: boolean
  /**
   * Checks whether staff may send a mail again, and locks the rows that the result depends on until the
   * transaction ends. Locks are taken in the order letter, subscriber, mail.
   * @throws HttpError `conflict` if staff may not send the mail again
   */
  beforeResend?: (
    db: Database,
    mail: { subscriber: number | null; letter: number | null },
  ) => Promise<void>
  samples?: readonly MailSample[]
}

export const mailKindsOf = (payload: Pick<Payload, 'config'>): readonly MailKind[] =>
  featuresOf(payload).flatMap(({ mailKinds = [] }) => mailKinds)

export const findMailKind = (payload: Payload, kind: string): MailKind | undefined =>
  mailKindsOf(payload).find((each) => each.kind === kind)

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
